#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/// The number of words with which the program was started, with its own name.
int carguments_count(void);

/// A word, as bytes that end in NUL; the first is the program's name.
const char *carguments_word(int number);

#endif
