#define _GNU_SOURCE

#include "csignals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

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

// MARK: Threads

typedef struct {
  char name[16];  // as long as the system allows
  void *(*body)(void *);
  void *argument;
} thread_start;

static void *run_thread(void *argument) {
  thread_start start = *(thread_start *)argument;
  free(argument);
  pthread_setname_np(pthread_self(), start.name);
  csignals_prepare_thread();
  return start.body(start.argument);
}

static void block_signals(pthread_attr_t *attributes) {
  static const int faults[] = {
      SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE, SIGPROF,
  };
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) {
    sigdelset(&blocked, faults[index]);
  }
  pthread_attr_setsigmask_np(attributes, &blocked);
}

int csignals_start_thread(const char *name, void *(*body)(void *), void *argument) {
  thread_start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (thread_start){.body = body, .argument = argument};
  strncpy(start->name, name, sizeof start->name - 1);
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    block_signals(&attributes);
    pthread_t thread;
    error = pthread_create(&thread, &attributes, run_thread, start);
    pthread_attr_destroy(&attributes);
  }
  if (error != 0) free(start);
  return error;
}
