internal import HearthHTTP
internal import HearthJSON

/// Why a request of a known member is not done.
struct NotesRefusal: Error {
    let status: Int
    let message: String

    /// There is no such thing, or it is someone else's: no one is told which.
    static let notFound = NotesRefusal(status: 404, message: "There is nothing here.")
    static let methodNotAllowed = NotesRefusal(status: 405, message: "This cannot be done here.")
    static let failed = NotesRefusal(status: 500, message: "Something went wrong. Try again later.")

    static func invalid(_ message: String) -> NotesRefusal {
        NotesRefusal(status: 400, message: message)
    }

    var response: HTTPResponse {
        let error: JSONValue = ["error": ["code": .integer(Int64(status)), "message": .string(message)]]
        return .json(bytes: JSON.serialize(error), status: status)
    }
}

extension HTTPResponse {
    /// An answer that is written as JSON.
    static func json(_ value: some Encodable, status: Int = 200) throws(JSONError) -> HTTPResponse {
        .json(bytes: try JSON.encode(value), status: status)
    }

    static func json(bytes: [UInt8], status: Int) -> HTTPResponse {
        // What belongs to one user is kept by no one in between.
        let fields: HTTPFields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
        return HTTPResponse(status: status, fields: fields, body: .bytes(bytes))
    }
}
