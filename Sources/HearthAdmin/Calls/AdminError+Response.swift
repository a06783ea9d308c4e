internal import HearthHTTP
internal import HearthJSON

extension AdminError {
    /// Reads an answer that is a refusal.
    init(refusal response: HTTPResponse, operation: String) {
        let error = (try? JSON.parse(response.bytes))?["error"]
        if let message = error?["message"]?.string {
            // A word, and after the first colon what it has to say; other errors are sentences under a status.
            let parts = message.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let word = parts[0].filter { $0 != " " }
            if Self.isWord(word) {
                self.init(Code(rawValue: word), operation)
                detail = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil
            } else {
                self.init(Code(rawValue: error?["status"]?.string ?? "UNKNOWN"), operation)
                detail = message
            }
        } else {
            self.init(.unexpectedAnswer, operation)
        }
        httpStatus = response.status
    }

    /// Says why no answer arrived.
    init(_ error: TransportError, operation: String) {
        self.init(.noAnswer, "\(operation): \(error.kind.rawValue) \(error.reason)")
        transport = error.kind
    }

    private static func isWord(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
