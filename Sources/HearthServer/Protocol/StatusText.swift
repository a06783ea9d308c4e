/// The words behind a status code, which no one but people reads.
enum StatusText {
    /// A space, the words and the line end.
    ///
    /// - Parameter status: The status code.
    /// - Returns: The rest of the status line.
    static func of(_ status: Int) -> StaticString {
        switch status {
        case 200: " OK\r\n"
        case 201: " Created\r\n"
        case 202: " Accepted\r\n"
        case 204: " No Content\r\n"
        case 206: " Partial Content\r\n"
        case 301: " Moved Permanently\r\n"
        case 302: " Found\r\n"
        case 303: " See Other\r\n"
        case 304: " Not Modified\r\n"
        case 307: " Temporary Redirect\r\n"
        case 308: " Permanent Redirect\r\n"
        case 400: " Bad Request\r\n"
        case 401: " Unauthorized\r\n"
        case 403: " Forbidden\r\n"
        case 404: " Not Found\r\n"
        case 405: " Method Not Allowed\r\n"
        case 406: " Not Acceptable\r\n"
        case 408: " Request Timeout\r\n"
        case 409: " Conflict\r\n"
        case 410: " Gone\r\n"
        case 411: " Length Required\r\n"
        case 412: " Precondition Failed\r\n"
        case 413: " Content Too Large\r\n"
        case 414: " URI Too Long\r\n"
        case 415: " Unsupported Media Type\r\n"
        case 416: " Range Not Satisfiable\r\n"
        case 417: " Expectation Failed\r\n"
        case 422: " Unprocessable Content\r\n"
        case 429: " Too Many Requests\r\n"
        case 431: " Request Header Fields Too Large\r\n"
        case 500: " Internal Server Error\r\n"
        case 501: " Not Implemented\r\n"
        case 502: " Bad Gateway\r\n"
        case 503: " Service Unavailable\r\n"
        case 504: " Gateway Timeout\r\n"
        case 505: " HTTP Version Not Supported\r\n"
        default: " Status\r\n"
        }
    }
}
