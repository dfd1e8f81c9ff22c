import CommandSyntax
import Files
import Glibc
import Printing
import Substrings

extension Recipe {
  /// The recipes that come with the program.
  static let shipped: [(name: String, text: String)] = [
    (
      "git-branches",
      #"""
      # The local branches of the repository. A branch that has moved since it was decided is left alone. Symbolic
      # branches are skipped (as empty lines): deleting one would delete the branch it stands for.
      --place
      --source git for-each-ref --format='%(if)%(symref)%(then)%(else)%(refname:lstrip=2)%09%(committerdate:relative)%09%(authorname)%09%(objectname)%(end)' refs/heads
      --delimiter \t
      --revision-column 4
      --preview git log -8 --oneline refs/heads/{} --
      --on dead git push --quiet --no-verify --force-with-lease=refs/heads/{}:{revision} . :refs/heads/{}
      """#
    ),
    (
      "hosts",
      #"""
      # The hosts of your SSH configuration. For dead hosts, run removes the known keys: those of the name, port
      # or alias under which ssh knows them.
      --source awk '{ sub(/^[ \t]+/, "") } tolower($0) ~ /^host[ \t=]/ { sub(/^[^ \t=]+[ \t]*=?[ \t]*/, ""); n = split($0, names, /[ \t]+/); for (i = 1; i <= n && names[i] !~ /^#/; i++) { gsub(/"/, "", names[i]); if (names[i] != "" && names[i] !~ /[*?!]/) print names[i] } }' ~/.ssh/config
      --preview ssh -T -F ~/.ssh/config -G -- {} | head -20
      --on dead sh -c 'ssh -T -F ~/.ssh/config -G -- "$1" | { while read -r key value; do case $key in hostname) host=$value;; port) port=$value;; hostkeyalias) alias=$value;; esac; done; test -n "$host" || exit 1; test "$port" = 22 || host="[$host]:$port"; ssh-keygen -q -f ~/.ssh/known_hosts -R "${alias:-$host}"; }' sh {}
      """#
    ),
    (
      "links",
      #"""
      # The links in the text files of a folder. For dead links, run prints where they are.
      --place
      --source { grep -rhoIE 'https?://[^][[:space:]<>()"`]+' . --exclude-dir=.git || test $? -eq 1; } | sed 's/[].,;:!?]*$//' | LC_ALL=C sort -u
      --preview curl --silent --show-error --head --location --max-time 10 -- {}
      --on dead grep -rnIF --exclude-dir=.git -e {} .
      """#
    ),
    (
      "old-files",
      #"""
      # Files that nobody has changed for a year. A file that changed since it was decided is open again, and is
      # not deleted even if the list was not refreshed. Names with tabs or newlines are skipped.
      --place
      --source find . -xdev -type f -mtime +365 -not -path '*/.git/*' -not -name '*[[:cntrl:]]*' -not -path '*[[:cntrl:]]*' -printf '%P\t%TY-%Tm-%Td\t%s\t%T@ %s\n'
      --delimiter \t
      --id-column 1
      --revision-column 4
      --preview file -- {}
      --on dead sh -c 'test "$(find "./$2" -maxdepth 0 -printf "%T@ %s")" = "$3" && rm "./$2"' sh -- {} {revision}
      """#
    ),
    (
      "accounts",
      #"""
      # The accounts of people on this machine. Dead accounts are locked, not deleted; that requires root. An
      # account whose number went to someone else is open again.
      --source getent passwd | awk -F: '$3 >= 1000 && $3 < 60000 && $7 !~ /(nologin|false)$/'
      --delimiter :
      --id-column 3
      --revision-column 1
      --preview last -n 8 -- {}
      --on dead usermod --lock --expiredate 1 -- {}
      """#
    ),
    (
      "findings",
      #"""
      # The findings of a scanner, from a file findings.csv with the columns id, title and severity. A finding
      # whose severity has changed is open again.
      --place
      --source cat findings.csv
      --csv
      --name-column title
      --id-column id
      --section-column severity
      --section-order critical,high,medium,low
      --revision-column severity
      """#
    ),
  ]

  /// The recipe with a name or a path.
  ///
  /// A name is a file in `$XDG_CONFIG_HOME/targets/recipes`, or a recipe that comes with the program.
  init(named name: String) throws {
    let text: String
    if name.contains("/") {
      text = try Self.text(of: name)
    } else if let folder = Self.folder, access("\(folder)/\(name)", F_OK) == 0 {
      text = try Self.text(of: "\(folder)/\(name)")
    } else if let shipped = Self.shipped.first(where: { $0.name == name }) {
      text = shipped.text
    } else {
      let names = Self.names
      throw Failure(
        "no recipe “\(name)”; "
          + (Spelling.suggestion(for: name, among: names)
            ?? "the recipes are \(names.joined(separator: ", "))"))
    }
    self = try Recipe(text, from: name)
  }

  /// The names of all recipes: those that come with the program, and the user's own.
  static var names: [String] {
    let own = folder.map { Files.names(in: $0) } ?? []
    return Set(shipped.map(\.name) + own).sorted()
  }

  private static var folder: String? {
    Environment.folder("XDG_CONFIG_HOME", orInHome: ".config").map { $0 + "/targets/recipes" }
  }

  static func text(of path: String) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: 1 << 20)
    } catch {
      throw Failure("\(path): \(error)")
    }
    guard bytes.count <= 1 << 20, let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        "\(path): not a recipe: \(bytes.count > 1 << 20 ? "larger than 1 MiB" : "not valid UTF-8")")
    }
    return text
  }
}
