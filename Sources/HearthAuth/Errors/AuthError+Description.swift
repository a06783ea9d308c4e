internal import HearthCore
internal import HearthHTTP

extension AuthError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One line for a log: code, the service's word, status and operation.
    public var description: String {
        var parts = ["\(code)"]
        if let serverCode { parts.append(Self.loggable(serverCode)) }
        if let httpStatus { parts.append("HTTP \(httpStatus)") }
        if let transport { parts.append(transport.rawValue) }
        if let detail { parts.append(detail.rawValue) }
        if let storage { parts.append(storage.rawValue) }
        if let operation { parts.append("in \(operation)") }
        if !reason.isEmpty { parts.append(reason) }
        return "AuthError: " + parts.joined(separator: ", ")
    }

    /// The same line as ``description``.
    public var debugDescription: String { description }

    /// What ``description`` shows and nothing else, so that `dump` prints no more.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description])
    }

    // The service's word is free text when it is none of the protocol's: then it might quote anything.
    private static func loggable(_ serverCode: String) -> String {
        let isWord =
            serverCode.utf8.count <= 64
            && serverCode.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        return isWord ? serverCode : "‹text of the service›"
    }
}

extension SecondFactorChallenge: CustomStringConvertible, CustomReflectable {
    /// How many factors there are, and nothing about them.
    public var description: String { "SecondFactorChallenge(\(hints.count))" }

    /// An empty mirror, so that `dump` prints nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension AccountCollision: CustomStringConvertible, CustomReflectable {
    /// The providers, without the address.
    public var description: String { "AccountCollision(\(verifiedProviders.joined(separator: ", ")))" }

    /// An empty mirror, so that `dump` prints nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension AuthError.Code: CustomStringConvertible {
    /// The name and the number, for example `emailAlreadyInUse (17007)`.
    public var description: String { name == String(rawValue) ? name : "\(name) (\(rawValue))" }
}
