#include "carguments.h"

static int count;
static char **words;

// The C library passes these to each function of this kind. Swift's runtime looks for them on the
// stack and in /proc instead, where they may be missing.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  words = argv;
}

int carguments_count(void) { return count; }

const char *carguments_word(int number) { return words[number]; }
