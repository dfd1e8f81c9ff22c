#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

// libcurl is loaded with the first call, because only lists over HTTP need it, and twenty other
// libraries come with it. All functions but the first require that it is there.

/// NULL, or what is missing: the library, or a function of it, whose name begins with "curl_".
const char *ccurl_missing(void);

/// Why a library that is missing cannot be used; NULL if it is not installed.
const char *ccurl_refusal(void);

// Functions of libcurl, by their names there.

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *curl);
void ccurl_easy_reset(CURL *curl);
const char *ccurl_easy_strerror(CURLcode code);
char *ccurl_easy_escape(const char *text, int length);
char *ccurl_easy_unescape(const char *text, int length);
void ccurl_free(void *memory);
time_t ccurl_getdate(const char *text);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
const char *ccurl_multi_strerror(CURLMcode code);
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *curl);
void ccurl_multi_remove_handle(CURLM *multi, CURL *curl);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(CURLM *multi, struct curl_waitfd *descriptor, int milliseconds);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags);

// Swift cannot call libcurl's variadic functions, so each type of argument in use has a function.

CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value);

/// libcurl copies the text.
CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value);

/// The value must stay valid until the handle is freed or the option is set again.
CURLcode ccurl_set_pointer(CURL *curl, CURLoption option, void *value);

/// Receives bytes; a result other than `size * count` aborts the transfer.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

CURLcode ccurl_set_receiver(CURL *curl, CURLoption option, ccurl_receiver receiver);

long ccurl_response_code(CURL *curl);

/// The size of the body on the wire, before decompression.
long long ccurl_received_bytes(CURL *curl);

/// The result of the transfer that has ended, or CURLE_AGAIN if none has.
CURLcode ccurl_result(CURLM *multi);

#endif
