internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthJSON

/// Answers of the HTTP interface, spelled as the official emulator spells them.
enum RESTAnswer {
    private static let json = "application/json; charset=utf-8"

    static func message(_ message: some Message, _ style: JSONStyle) -> HTTPResponse {
        answer(message.json(style) + [0x0A])
    }

    /// A value, in lines.
    static func value(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        answer(JSON.serialize(value, isPretty: true) + [0x0A], status: status)
    }

    /// All answers of a stream, as one array.
    static func array(_ elements: [[UInt8]]) -> HTTPResponse {
        var body = Array("[\n".utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { body += Array(",\n".utf8) }
            body += element
        }
        return answer(body + Array("\n]\n".utf8))
    }

    static func error(_ error: FirestoreError) -> HTTPResponse {
        HTTPResponse(status: error.code.httpStatus, fields: ["Content-Type": json], body: .bytes(error.json))
    }

    static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8))
        )
    }

    static let notFound = text("Not Found\n", status: 404)

    private static func answer(_ body: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, fields: ["Content-Type": json], body: .bytes(body))
    }
}
