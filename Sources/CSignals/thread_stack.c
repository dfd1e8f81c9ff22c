#define _GNU_SOURCE

#include "csignals.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// A thread whose stack has overflowed has no room for a handler, so each gets a small extra stack.

enum { STACK_SIZE = 64 << 10 };

static _Thread_local bool is_prepared;
static pthread_key_t stack_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_stack(void *stack) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(stack);
}

static void make_key(void) { pthread_key_create(&stack_key, free_stack); }

void csignals_prepare_thread(void) {
  if (is_prepared) return;
  is_prepared = true;
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return;
  void *memory = malloc(STACK_SIZE);
  if (memory == NULL) return;
  const stack_t stack = {.ss_sp = memory, .ss_size = STACK_SIZE};
  if (sigaltstack(&stack, NULL) != 0) {
    free(memory);
    return;
  }
  pthread_once(&once, make_key);
  pthread_setspecific(stack_key, memory);
}
