#ifndef CMALLOC_H
#define CMALLOC_H

// What glibc's module leaves out: how it gives memory back.
#include <malloc.h>

#endif
