internal import HearthBackend
internal import HearthCore
internal import HearthJSON

extension AccountFilter {
    /// The most methods and states of a filter.
    private static let mostParts = 20

    /// Reads the members `with`, `state`, `created`, `signedIn` and `claim` of a call.
    ///
    /// - Parameter body: The call's document. `with` and `state` are arrays of names; `created` and `signedIn` are arrays
    ///   of two moments in milliseconds since 1970, the second one excluded, each of which may be `null`.
    /// - Throws: ``ConsoleRefusal`` for a name or a moment that is none: a filter that was not understood must not list, or
    ///   change, more users than were asked for.
    init(_ body: JSONObject) throws(ConsoleRefusal) {
        self.init()
        for name in try Self.names(body["with"], "with") {
            guard let method = Method(name) else {
                throw ConsoleRefusal(
                    400,
                    "'\(name.prefix(100))' is no sign-in method: password, emailLink, phone, passkey, custom or a provider."
                )
            }
            methods.append(method)
        }
        for name in try Self.names(body["state"], "state") {
            guard let state = State(rawValue: name) else {
                let names = State.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConsoleRefusal(400, "A user's state is one of \(names).")
            }
            states.append(state)
        }
        created = try Self.span(body["created"], "created")
        signedIn = try Self.span(body["signedIn"], "signedIn")
        guard let claim = body["claim"] else { return }
        guard let name = claim.string, !name.isEmpty, name.utf8.count <= 1000 else {
            throw ConsoleRefusal(400, "'claim' is the name of a custom claim, 1 to 1000 bytes.")
        }
        self.claim = name
    }

    private static func names(_ value: JSONValue?, _ member: String) throws(ConsoleRefusal) -> [String] {
        guard let value else { return [] }
        let names = value.array?.compactMap(\.string)
        guard let names, names.count == value.array?.count, names.count <= mostParts else {
            throw ConsoleRefusal(400, "'\(member)' is an array of at most \(mostParts) names.")
        }
        return names
    }

    private static func span(_ value: JSONValue?, _ member: String) throws(ConsoleRefusal) -> Span {
        guard let value else { return Span() }
        let refusal = ConsoleRefusal(400, "'\(member)' is an array of two moments in milliseconds, or null.")
        guard let ends = value.array, ends.count == 2 else { throw refusal }
        func moment(_ end: JSONValue) throws(ConsoleRefusal) -> UnixTime? {
            if end == .null { return nil }
            guard let milliseconds = end.integer else { throw refusal }
            return UnixTime(milliseconds: milliseconds)
        }
        return Span(start: try moment(ends[0]), end: try moment(ends[1]))
    }
}
