import Substrings

/// The code for a shell's start-up file: the completion function, and the key that picks.
struct ShellScript: Sendable {
  let completion: String

  /// The definition and binding of the picking function; KEY stands for the key.
  private let template: String
  private let usualKey: String

  /// The key is written in the syntax of the shell's own binding command.
  func picking(key: String?) -> String {
    template.replacing(text: "KEY", by: key ?? usualKey)
  }

  static let bash = ShellScript(
    completion: #"""
      _targets() {
        local -a found
        mapfile -t found < <(
          command targets --complete --line "${COMP_LINE:0:COMP_POINT}" -- "$2" 2>/dev/null)
        COMPREPLY=("${found[@]:1}")
        if [[ ${found[0]-} == files && ${#COMPREPLY[@]} -eq 0 ]]; then compopt -o default; fi
      }
      complete -F _targets targets

      """#,
    template: #"""
      __targets_pick() {
        local list=${TARGETS_PICK_LIST-} names name text= trap
        local -a options
        read -r -d '' -a options <<<"${TARGETS_PICK_OPTS-}" || :
        # A Ctrl-C that is meant for the picker does not end the line.
        trap=$(trap -p INT)
        trap : INT
        if [[ -z $list ]]; then
          list=$(command targets lists | awk -F '\t' '{ print ($2 ~ /^\//) ? $2 substr($1, 2) : $1 }')
          if [[ $list == *$'\n'* ]]; then
            list=$(command targets pick <<<"$list")
          else
            list=${list:-./default}
          fi
        fi
        if [[ -n $list ]]; then
          names=$(command targets pick ${options[@]+"${options[@]}"} --list="$list" </dev/tty)
        fi
        eval "${trap:-trap - INT}"
        if [[ -n $names ]]; then
          while IFS= read -r name; do printf -v text '%s%q ' "$text" "$name"; done <<<"$names"
        fi
        READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$text${READLINE_LINE:READLINE_POINT}
        READLINE_POINT=$((READLINE_POINT + ${#text}))
      }
      if [[ $- == *i* ]]; then
        bind -m emacs-standard -x '"KEY": __targets_pick'
        bind -m vi-insert -x '"KEY": __targets_pick'
      fi

      """#,
    usualKey: #"\C-xt"#)

  static let zsh = ShellScript(
    completion: #"""
      #compdef targets
      _targets() {
        local -a found texts shown
        local line
        found=("${(@f)$(command targets --complete -- \
          "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
        for line in "${(@)found[2,-1]}"; do
          texts+=("${line%%$'\t'*}")
          shown+=("${line%$'\t'}")
        done
        shown=("${(@)shown/$'\t'/  -- }")
        if (( ${#texts} )); then compadd -l -d shown -a texts; fi
        if [[ ${found[1]-} == files ]]; then
          [[ $PREFIX == --*=* ]] && compset -P 1 '*='
          _files
        fi
      }
      if [[ ${funcstack[1]-} == _targets ]]; then
        _targets "$@"
      elif (( ${+functions[compdef]} )); then
        compdef _targets targets
      fi

      """#,
    template: #"""
      __targets_pick() {
        emulate -L zsh
        local list=${TARGETS_PICK_LIST-} names name
        local -a options=(${=TARGETS_PICK_OPTS-})
        # A Ctrl-C that is meant for the picker does not end the line.
        trap : INT
        if [[ -z $list ]]; then
          list=$(command targets lists | awk -F '\t' '{ print ($2 ~ /^\//) ? $2 substr($1, 2) : $1 }')
          if [[ $list == *$'\n'* ]]; then
            list=$(command targets pick <<<$list)
          else
            list=${list:-./default}
          fi
        fi
        if [[ -n $list ]]; then
          names=$(command targets pick $options --list="$list" </dev/tty)
        fi
        for name in "${(@f)names}"; do
          [[ -n $name ]] && LBUFFER+="${(q)name} "
        done
        zle reset-prompt
      }
      if [[ -o zle ]]; then
        zle -N __targets_pick
        bindkey -M emacs 'KEY' __targets_pick
        bindkey -M viins 'KEY' __targets_pick
      fi

      """#,
    usualKey: "^Xt")

  static let fish = ShellScript(
    completion: #"""
      function __targets_complete
          set -l words (commandline -opc)
          set -l current (commandline -ct)
          set -l plain (string unescape -- $current 2>/dev/null; or string trim -l -c '"\'' -- $current)
          command targets --complete -- $words[2..] "$plain" 2>/dev/null
      end
      function __targets_takes_files
          set -l found (__targets_complete)
          test "$found[1]" = files
      end
      complete -c targets -f -a '(__targets_complete)[2..]'
      complete -c targets -n __targets_takes_files -F

      """#,
    template: #"""
      function __targets_pick
          set -l list $TARGETS_PICK_LIST
          set -l options (string split -n ' ' -- $TARGETS_PICK_OPTS)
          if test -z "$list"
              set list (command targets lists | awk -F '\t' '{ print ($2 ~ /^\//) ? $2 substr($1, 2) : $1 }')
              if test (count $list) -gt 1
                  set list (printf '%s\n' $list | command targets pick)
                  or begin
                      commandline -f repaint
                      return
                  end
              end
          end
          test -n "$list"; or set list ./default
          for name in (command targets pick $options --list=$list </dev/tty)
              commandline -i -- (string escape -- $name)' '
          end
          commandline -f repaint
      end
      if status is-interactive
          bind KEY __targets_pick
          bind -M insert KEY __targets_pick
      end

      """#,
    usualKey: #"\cxt"#)
}
