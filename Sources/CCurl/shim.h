#pragma once

#include <curl/curl.h>
#include <time.h>

// Swift cannot call libcurl's variadic functions, so each type of argument in use has a wrapper.

static inline CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

/// libcurl copies the text.
static inline CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

/// The value must stay valid until the handle is freed or the option is set again.
static inline CURLcode ccurl_set_pointer(CURL *curl, CURLoption option, void *value) {
  return curl_easy_setopt(curl, option, value);
}

/// Receives bytes; a result other than `size * count` aborts the transfer.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_receiver(CURL *curl, CURLoption option, ccurl_receiver receiver) {
  return curl_easy_setopt(curl, option, receiver);
}

static inline long ccurl_response_code(CURL *curl) {
  long code = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
  return code;
}

/// The size of the body on the wire, before decompression.
static inline long long ccurl_received_bytes(CURL *curl) {
  curl_off_t count = 0;
  curl_easy_getinfo(curl, CURLINFO_SIZE_DOWNLOAD_T, &count);
  return (long long)count;
}

/// The result of the transfer that has ended, or CURLE_AGAIN if none has.
static inline CURLcode ccurl_result(CURLM *multi) {
  int left = 0;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
    if (message->msg == CURLMSG_DONE) return message->data.result;
  }
  return CURLE_AGAIN;
}
