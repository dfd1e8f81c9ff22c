// Text is looked through in stripes of 64 bytes, a bit for each.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if defined(__x86_64__) && defined(__linux__) && defined(__has_attribute)
// Which version is called is found out before the thread sanitizer is ready.
#if __has_attribute(target_clones) && !__has_feature(thread_sanitizer)
// For its instructions that count and find bits, above all.
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#endif
#endif
#ifndef FOR_EACH_PROCESSOR
#define FOR_EACH_PROCESSOR
#endif

enum { kStripe = 64 };
