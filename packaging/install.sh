#!/bin/sh
# Installs targets from an archive of packaging/tarball, without root:
#
#     sh install.sh [--prefix FOLDER] ADDRESS
#
# The address is that of the folder with SHA256SUMS, at https://… or in the file system. The archive is checked
# against it and tried before it replaces anything. The prefix is ~/.local if none is given.
set -eu

fail() { printf 'install.sh: %s\n' "$1" >&2; exit 1; }

prefix=${HOME:-}/.local address=
while [ $# -gt 0 ]; do
  case $1 in
  --prefix) [ $# -gt 1 ] || fail '--prefix takes a folder'; prefix=$2; shift ;;
  -*) fail "unknown option $1; see the head of this file" ;;
  *) [ -z "$address" ] || fail 'one address is enough'; address=$1 ;;
  esac
  shift
done
[ -n "$address" ] || fail 'no address is given; see the head of this file'
case $prefix in /*) ;; *) fail '--prefix takes an absolute path' ;; esac
[ "$(uname -s)" = Linux ] || fail 'targets runs on Linux only'
case $(uname -m) in
x86_64) architecture=amd64 ;;
aarch64) architecture=arm64 ;;
*) fail "there is no archive for $(uname -m)" ;;
esac

mkdir -p "$prefix"
# In the prefix, so that files move to their places instead of being copied.
work=$(mktemp -d "$prefix/.targets.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fetch() {
  case $address in
  *://*)
    if command -v curl >/dev/null; then
      curl --fail --silent --show-error --location --output "$work/$1" "$address/$1"
    elif command -v wget >/dev/null; then
      wget --quiet --output-document "$work/$1" "$address/$1"
    else
      fail 'curl or wget is needed'
    fi ;;
  *) cp "$address/$1" "$work/$1" ;;
  esac || fail "$address/$1 cannot be read"
}

fetch SHA256SUMS
archive=$(sed -n "s/^[0-9a-f]\{64\}  \(targets-[^/ ]*-linux_$architecture\.tar\.gz\)\$/\1/p" "$work/SHA256SUMS")
[ -n "$archive" ] || fail "$address has no archive for $architecture"
[ "$(printf '%s\n' "$archive" | wc -l)" -eq 1 ] || fail "$address has several archives for $architecture"
fetch "$archive"
(cd "$work" && grep -F "  $archive" SHA256SUMS | sha256sum -c - >/dev/null 2>&1) ||
  fail "$archive is damaged: its checksum is not that of SHA256SUMS"
tar -x -z -f "$work/$archive" -C "$work"
version=$("$work/${archive%.tar.gz}/bin/targets" --version) || fail "$archive does not run on this system"

(cd "$work/${archive%.tar.gz}" && find . -type d) | while IFS= read -r folder; do mkdir -p "$prefix/$folder"; done
(cd "$work/${archive%.tar.gz}" && find . ! -type d) | while IFS= read -r file; do
  mv -f "$work/${archive%.tar.gz}/$file" "$prefix/$file"
done
printf '%s is installed in %s/bin\n' "$version" "$prefix"
case :$PATH: in *":$prefix/bin:"*) ;; *) printf 'Put %s/bin into your PATH.\n' "$prefix" ;; esac
