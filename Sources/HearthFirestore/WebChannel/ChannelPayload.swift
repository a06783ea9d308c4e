internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthJSON

/// What stands in one array of a web channel.
enum ChannelPayload: Sendable {
    /// A message of the stream.
    case message(ListenResponse)
    /// That the session is alive.
    case noop
    /// The stream's end, with an error.
    case failure(FirestoreError)
    /// The session's end.
    case end
    /// The handshake's answer: the session's name.
    case session(String)

    /// Reads the arrays of a frame, each with its number.
    ///
    /// - Parameter json: The frame's text.
    /// - Returns: Numbers and payloads, in their order.
    /// - Throws: ``FirestoreError`` for what is no frame of a channel.
    static func read(_ json: [UInt8]) throws(FirestoreError) -> [(number: Int, payload: ChannelPayload)] {
        guard let arrays = try? JSON.parse(json).array else { throw malformed }
        var payloads: [(Int, ChannelPayload)] = []
        for array in arrays {
            guard let pair = array.array, pair.count == 2, let number = pair[0].integer, let content = pair[1].array,
                let first = content.first
            else { throw malformed }
            payloads.append((Int(number), try read(first, content)))
        }
        return payloads
    }

    static let malformed = FirestoreError(.unavailable, "The web channel sent what is not of its form.")

    private static func read(_ first: JSONValue, _ content: [JSONValue]) throws(FirestoreError) -> ChannelPayload {
        switch first.string {
        case "noop": return .noop
        case "stop": return .failure(FirestoreError(.unavailable, "The server ended the session."))
        case "close": return .end
        case "c":
            guard content.count > 1, let session = content[1].string else { throw malformed }
            return .session(session)
        case .some: return .noop
        case nil: break
        }
        let message = first.array?.first ?? first
        if let error = FirestoreError(wire: message, status: 500) { return .failure(error) }
        return .message(try checked { () throws(ModelError) in try ListenResponse(json: message) })
    }
}
