#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define FUNCTIONS(each) \
  each(easy_cleanup) each(easy_escape) each(easy_getinfo) each(easy_init) each(easy_reset) \
  each(easy_setopt) each(easy_strerror) each(easy_unescape) each(free) each(getdate) \
  each(global_init) each(multi_add_handle) each(multi_cleanup) each(multi_info_read) \
  each(multi_init) each(multi_perform) each(multi_poll) each(multi_remove_handle) each(multi_strerror) \
  each(slist_append) each(slist_free_all) each(url) each(url_cleanup) each(url_get) each(url_set)

#define FIELD(name) __typeof__(&curl_##name) name;
static struct { FUNCTIONS(FIELD) } functions;

static const char *missing;

/// What the loader or libcurl says of a library that is installed and cannot be used.
static char refusal[500];

static void *open_library(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  const char *reason = library == NULL ? dlerror() : NULL;
  if (reason == NULL || refusal[0] != 0) return library;
  // Only of the library itself this means that it is not installed.
  const size_t length = strlen(name);
  const int is_its_own = strncmp(reason, name, length) == 0 && reason[length] == ':';
  if (!is_its_own || strstr(reason, "No such file") == NULL) {
    snprintf(refusal, sizeof refusal, "%s", reason);
  }
  return library;
}

static void load(void) {
  // Debian builds it with OpenSSL and with GnuTLS; git brings the second.
  void *library = open_library("libcurl.so.4");
  if (library == NULL) library = open_library("libcurl-gnutls.so.4");
  if (library == NULL) {
    missing = "libcurl.so.4";
    return;
  }
  refusal[0] = 0;
#define LOAD(name) \
  functions.name = (__typeof__(&curl_##name))dlsym(library, "curl_" #name); \
  if (functions.name == NULL) missing = "curl_" #name;
  FUNCTIONS(LOAD)
  if (missing != NULL) return;
  const CURLcode code = functions.global_init(CURL_GLOBAL_DEFAULT);
  if (code == CURLE_OK) return;
  missing = "libcurl.so.4";
  snprintf(refusal, sizeof refusal, "%s", functions.easy_strerror(code));
}

const char *ccurl_missing(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return missing;
}

const char *ccurl_refusal(void) { return refusal[0] == 0 ? NULL : refusal; }

#define CALL(name, ...) (ccurl_missing(), functions.name(__VA_ARGS__))

CURL *ccurl_easy_init(void) { return CALL(easy_init); }
void ccurl_easy_cleanup(CURL *curl) { CALL(easy_cleanup, curl); }
void ccurl_easy_reset(CURL *curl) { CALL(easy_reset, curl); }
const char *ccurl_easy_strerror(CURLcode code) { return CALL(easy_strerror, code); }
char *ccurl_easy_escape(const char *text, int length) {
  return CALL(easy_escape, NULL, text, length);
}
char *ccurl_easy_unescape(const char *text, int length) {
  return CALL(easy_unescape, NULL, text, length, NULL);
}
void ccurl_free(void *memory) { CALL(free, memory); }
time_t ccurl_getdate(const char *text) { return CALL(getdate, text, NULL); }

CURLM *ccurl_multi_init(void) { return CALL(multi_init); }
void ccurl_multi_cleanup(CURLM *multi) { CALL(multi_cleanup, multi); }
const char *ccurl_multi_strerror(CURLMcode code) { return CALL(multi_strerror, code); }
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *curl) {
  return CALL(multi_add_handle, multi, curl);
}
void ccurl_multi_remove_handle(CURLM *multi, CURL *curl) {
  CALL(multi_remove_handle, multi, curl);
}
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
  return CALL(multi_perform, multi, running);
}
CURLMcode ccurl_multi_poll(CURLM *multi, struct curl_waitfd *descriptor, int milliseconds) {
  return CALL(multi_poll, multi, descriptor, 1, milliseconds, NULL);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
  return CALL(slist_append, list, text);
}
void ccurl_slist_free_all(struct curl_slist *list) { CALL(slist_free_all, list); }

CURLU *ccurl_url(void) { return CALL(url); }
void ccurl_url_cleanup(CURLU *url) { CALL(url_cleanup, url); }
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags) {
  return CALL(url_get, url, part, text, flags);
}
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags) {
  return CALL(url_set, url, part, text, flags);
}

CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value) {
  return CALL(easy_setopt, curl, option, value);
}
CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value) {
  return CALL(easy_setopt, curl, option, value);
}
CURLcode ccurl_set_pointer(CURL *curl, CURLoption option, void *value) {
  return CALL(easy_setopt, curl, option, value);
}
CURLcode ccurl_set_receiver(CURL *curl, CURLoption option, ccurl_receiver receiver) {
  return CALL(easy_setopt, curl, option, receiver);
}

long ccurl_response_code(CURL *curl) {
  long code = 0;
  CALL(easy_getinfo, curl, CURLINFO_RESPONSE_CODE, &code);
  return code;
}

long long ccurl_received_bytes(CURL *curl) {
  curl_off_t count = 0;
  CALL(easy_getinfo, curl, CURLINFO_SIZE_DOWNLOAD_T, &count);
  return (long long)count;
}

CURLcode ccurl_result(CURLM *multi) {
  int left = 0;
  for (CURLMsg *message; (message = CALL(multi_info_read, multi, &left));) {
    if (message->msg == CURLMSG_DONE) return message->data.result;
  }
  return CURLE_AGAIN;
}
