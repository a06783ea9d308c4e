package import HearthHTTP

/// Lets pages of every origin send telemetry, as Google's collectors do; no page reads what others sent.
package enum TelemetryCORS {
    /// What a browser is told before a page sends.
    ///
    /// - Parameter head: What the browser asks.
    /// - Returns: The answer.
    package static func preflight(_ head: HTTPRequestHead) -> HTTPResponse {
        var response = HTTPResponse(status: 204)
        response.fields["Access-Control-Allow-Methods"] = "POST"
        response.fields["Access-Control-Allow-Headers"] = "Content-Type, X-Goog-Api-Key"
        response.fields["Access-Control-Max-Age"] = "3600"
        allow(head, in: &response)
        return response
    }

    /// Lets the page that sent a request read the answer.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - response: The answer.
    package static func allow(_ head: HTTPRequestHead, in response: inout HTTPResponse) {
        guard head.fields["origin"] != nil else { return }
        response.fields["Access-Control-Allow-Origin"] = "*"
    }
}
