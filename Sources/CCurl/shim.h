// The one header through which Swift sees libcurl.
// `curl_easy_setopt`, `curl_easy_getinfo` and `curl_multi_setopt` are variadic, which Swift cannot import.
#ifndef HEARTH_CCURL_SHIM_H
#define HEARTH_CCURL_SHIM_H

#include <curl/curl.h>

#endif
