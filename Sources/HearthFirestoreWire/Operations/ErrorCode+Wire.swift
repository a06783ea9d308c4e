internal import HearthCore
package import HearthFirestoreModel
internal import HearthJSON

extension FirestoreError.Code {
    /// The code's name on the wire, such as `INVALID_ARGUMENT`.
    package var name: String { RPCStatus.name(of: rawValue) }

    /// The status of HTTP that goes with the code.
    package var httpStatus: Int { RPCStatus.httpStatus(of: rawValue) }

    /// Finds a code by its name on the wire.
    package init?(name: String) {
        guard let number = RPCStatus.code(named: name) else { return nil }
        self.init(rawValue: number)
    }

    /// Guesses a code where only the status of HTTP is known, as official clients do.
    package init(httpStatus status: Int) {
        switch status {
        case 400: self = .failedPrecondition
        case 401: self = .unauthenticated
        case 403: self = .permissionDenied
        case 404: self = .notFound
        case 409: self = .aborted
        case 416: self = .outOfRange
        case 429: self = .resourceExhausted
        case 499: self = .cancelled
        case 500: self = .unknown
        case 501: self = .unimplemented
        case 503: self = .unavailable
        case 504: self = .deadlineExceeded
        case 400..<500: self = .failedPrecondition
        case 500..<600: self = .internal
        default: self = .unknown
        }
    }
}

extension FirestoreError {
    /// The body of an answer in HTTP, spelled as the official emulator spells it: compact, with every slash escaped.
    package var json: [UInt8] {
        let members: JSONObject = [
            "code": .integer(Int64(code.httpStatus)), "message": .string(message), "status": .string(code.name),
        ]
        let text = JSON.serialize(.object(["error": .object(members)]))
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count + 16)
        for byte in text {
            if byte == UInt8(ascii: "/") { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        return escaped
    }

    /// Reads the body of an answer in HTTP, whether it stands alone or as the only element of an array.
    package init?(json bytes: [UInt8], httpStatus: Int) {
        guard let value = try? JSON.parse(bytes), let error = (value.array?.first ?? value)["error"] else { return nil }
        let code = error["status"]?.string.flatMap(Code.init(name:)) ?? Code(httpStatus: httpStatus)
        self.init(code, error["message"]?.string ?? code.name)
    }
}
