#ifndef CREADLINE_SHIM_H
#define CREADLINE_SHIM_H

#include <stddef.h>
#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>

// readline keeps its state in `extern` variables, which Swift 6 does not let concurrent code use.
// Each one in use gets a function here; add no others.

/// NUL-terminated, owned by readline, any bytes.
static inline const char *creadline_line(void) { return rl_line_buffer; }

static inline int creadline_length(void) { return rl_end; }

/// The cursor's offset in the line, in bytes.
static inline int creadline_point(void) { return rl_point; }
static inline void creadline_set_point(int point) { rl_point = point; }

/// The current prompt, which may be that of a search or an argument.
static inline const char *creadline_prompt(void) { return rl_display_prompt; }

static inline unsigned long creadline_state(void) { return rl_readline_state; }

/// The numeric argument that is being typed.
static inline int creadline_argument(void) { return rl_numeric_arg; }

/// Keeps the numeric argument so small that another digit does not overflow it.
static inline void creadline_limit_argument(void) {
  const int most = 99999999;
  if (rl_numeric_arg > most) rl_numeric_arg = most;
}

/// Non-zero if the current command has a numeric argument.
static inline int creadline_has_argument(void) { return rl_explicit_arg; }

static inline int creadline_is_vi(void) { return rl_editing_mode == 0; }

/// Non-zero in vi mode while keys are commands.
static inline int creadline_is_vi_command(void) { return rl_get_keymap() == vi_movement_keymap; }

/// Non-zero if the last command inserts the next key literally.
static inline int creadline_last_was_quoted_insert(void) {
  return rl_last_func == rl_quoted_insert;
}

static inline void creadline_set_name(const char *name) { rl_readline_name = name; }
static inline void creadline_set_terminal_name(const char *name) { rl_terminal_name = name; }

static inline void creadline_set_streams(FILE *input, FILE *output) {
  rl_instream = input;
  rl_outstream = output;
}

/// Leaves signals, the environment and the terminal's attributes to the caller.
static inline void creadline_take_nothing_over(void (*prepare)(int), void (*restore)(void)) {
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_prep_term_function = prepare;
  rl_deprep_term_function = restore;
}

static inline void creadline_set_input(int (*next)(FILE *), int (*is_available)(void)) {
  rl_getc_function = next;
  rl_input_available_hook = is_available;
}

static inline int creadline_no_byte(FILE *input) {
  (void)input;
  return EOF;
}

/// Takes what readline would read before it asks for input: a macro, and bytes it has put back.
/// Returns how many; call it until that is 0.
static inline size_t creadline_take_pushed(unsigned char *bytes, size_t count) {
  // Such a byte keeps the argument of its command, so it is left to readline.
  if (rl_pending_input) return 0;
  size_t taken = 0;
  rl_getc_func_t *next = rl_getc_function;
  rl_getc_function = creadline_no_byte;
  while (taken < count) {
    const int byte = rl_read_key();
    if (byte == EOF) break;
    bytes[taken++] = (unsigned char)byte;
  }
  rl_getc_function = next;
  return taken;
}

static inline void creadline_set_redisplay(void (*redisplay)(void)) {
  rl_redisplay_function = redisplay;
}

/// Completes the text before the cursor as one word, in the given order.
static inline void creadline_set_completion(
    char **(*complete)(const char *, int, int), void (*show)(char **, int, int)) {
  rl_completer_word_break_characters = "";
  rl_sort_completion_matches = 0;
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = show;
}

/// Call it during a completion; prevents file names and an appended character.
static inline void creadline_completion_is_final(void) {
  rl_attempted_completion_over = 1;
  rl_completion_append_character = 0;
}

/// Calls `run`; what is written to `stderr` meanwhile comes into `messages`, NUL-terminated.
///
/// readline prints its messages about an inputrc as they are. Call it on one thread.
static inline void creadline_catching_messages(
    char *messages, size_t count, void (*run)(void)) {
  FILE *standard_error = stderr;
  FILE *memory = fmemopen(messages, count, "w");
  if (memory) stderr = memory;
  run();
  stderr = standard_error;
  if (memory) fclose(memory);
  messages[count - 1] = 0;
}

/// Non-zero if the keys run something in the current keymap.
static inline int creadline_is_bound(const char *keys, size_t count) {
  return rl_function_of_keyseq_len(keys, count, rl_get_keymap(), NULL) != NULL;
}

/// Non-zero if the last of the keys only stands for its lower-case letter in the current keymap.
static inline int creadline_is_lowercased(const char *keys, size_t count) {
  return rl_function_of_keyseq_len(keys, count, rl_get_keymap(), NULL) == rl_do_lowercase_version;
}

// readline does not tell a function which command called it, so each of the program's commands has
// a function of its own. Their numbers are octal.

typedef int creadline_called(int command, int count);

/// In a function, since Swift emits no variable that stands by itself.
static inline creadline_called **creadline_current_called(void) {
  static creadline_called *called;
  return &called;
}

#define CREADLINE_COMMAND(n) \
  static int creadline_command_##n(int count, int key) { \
    (void)key; \
    return (*creadline_current_called())(n, count); \
  }
#define CREADLINE_NAME(n) creadline_command_##n,
#define CREADLINE_EIGHT(of, n) \
  of(0##n##0) of(0##n##1) of(0##n##2) of(0##n##3) of(0##n##4) of(0##n##5) of(0##n##6) of(0##n##7)
#define CREADLINE_ALL(of) \
  CREADLINE_EIGHT(of, 0) CREADLINE_EIGHT(of, 1) CREADLINE_EIGHT(of, 2) CREADLINE_EIGHT(of, 3) \
  CREADLINE_EIGHT(of, 4) CREADLINE_EIGHT(of, 5) CREADLINE_EIGHT(of, 6) CREADLINE_EIGHT(of, 7) \
  CREADLINE_EIGHT(of, 10) CREADLINE_EIGHT(of, 11) CREADLINE_EIGHT(of, 12) CREADLINE_EIGHT(of, 13) \
  CREADLINE_EIGHT(of, 14) CREADLINE_EIGHT(of, 15) CREADLINE_EIGHT(of, 16) CREADLINE_EIGHT(of, 17)

CREADLINE_ALL(CREADLINE_COMMAND)

/// A function for readline that calls `called` with its own number, and with the numeric argument;
/// NULL if no command has that number.
static inline rl_command_func_t *creadline_command(int number, creadline_called *called) {
  static rl_command_func_t *const functions[] = {CREADLINE_ALL(CREADLINE_NAME)};
  const size_t count = sizeof functions / sizeof functions[0];
  *creadline_current_called() = called;
  return number >= 0 && (size_t)number < count ? functions[number] : NULL;
}

/// NULL if the history is empty.
static inline const char *creadline_newest_history_line(void) {
  HIST_ENTRY *entry = history_get(history_base + history_length - 1);
  return entry ? entry->line : NULL;
}

#endif
