package import HearthHTTP
package import HearthJSON

/// Answers of the telemetry services.
package enum TelemetryAnswer {
    /// A document.
    package static func document(_ document: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: [
                "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            ],
            body: .bytes(JSON.serialize(document))
        )
    }

    /// Nothing to say.
    package static var empty: HTTPResponse { HTTPResponse(status: 204, fields: ["Cache-Control": "no-store"]) }

    /// A refusal in the form of Google's interfaces.
    package static func refusal(_ status: Int, _ name: String, _ message: String) -> HTTPResponse {
        document(
            ["error": ["code": .integer(Int64(status)), "status": .string(name), "message": .string(message)]],
            status: status
        )
    }

    package static var notFound: HTTPResponse { refusal(404, "NOT_FOUND", "There is nothing at this path.") }

    package static var tooMany: HTTPResponse {
        var response = refusal(429, "RESOURCE_EXHAUSTED", "Too many requests; try again in a minute.")
        response.fields["Retry-After"] = "60"
        return response
    }

    package static var unavailable: HTTPResponse {
        refusal(503, "UNAVAILABLE", "The storage does not answer; try again later.")
    }

    /// The number in a query, held to a range.
    package static func number(_ text: String?, in range: ClosedRange<Int>, default fallback: Int) -> Int {
        min(max(text.flatMap { Int($0) } ?? fallback, range.lowerBound), range.upperBound)
    }
}
