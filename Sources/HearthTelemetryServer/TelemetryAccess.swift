public import HearthCore
internal import HearthCrypto
public import HearthHTTP

/// Who may send telemetry to a server, and who may read it.
public struct TelemetryAccess: Sendable {
    private enum Mode: Sendable {
        case emulator(refusal: @Sendable (HTTPRequestHead) -> HTTPResponse?)
        case server(keys: [Secret<String>], administratorToken: Secret<String>)
    }

    private let mode: Mode

    /// Everyone who reaches the server may send; programs of this machine may read, web pages may not.
    ///
    /// Only for a server that its own machine alone can reach.
    ///
    /// - Parameter refusal: Refuses requests that do not come from a program of this machine.
    /// - Returns: The access.
    public static func emulator(
        refusal: @escaping @Sendable (HTTPRequestHead) -> HTTPResponse? = { _ in nil }
    ) -> TelemetryAccess {
        TelemetryAccess(mode: .emulator(refusal: refusal))
    }

    /// Apps send with an API key, administrators read with a token.
    ///
    /// - Parameters:
    ///   - keys: The keys of apps, at least one; a key is no secret and can be replaced. They stand in the query as `key`
    ///     or `api_secret`, or in the field `x-goog-api-key`.
    ///   - administratorToken: The administrators' bearer token.
    /// - Returns: The access.
    public static func server(keys: [Secret<String>], administratorToken: Secret<String>) -> TelemetryAccess {
        TelemetryAccess(mode: .server(keys: keys, administratorToken: administratorToken))
    }

    /// Whether everyone may send as much as they like, and everything can be cleared.
    package var isEmulator: Bool {
        if case .emulator = mode { true } else { false }
    }

    /// Refuses a request that may not send telemetry; `nil` if it may.
    package func refusalOfSender(_ head: HTTPRequestHead) -> HTTPResponse? {
        guard case .server(let keys, _) = mode else { return nil }
        let query = head.query
        let presented = [query["key"], query["api_secret"], head.fields["x-goog-api-key"]].compactMap(\.self)
        if presented.contains(where: { key in keys.contains { Self.equals($0, key) } }) { return nil }
        return TelemetryAnswer.refusal(403, "PERMISSION_DENIED", "The API key is missing or unknown.")
    }

    /// Refuses a request that may not read or change what was sent; `nil` if it may.
    package func refusalOfReader(_ head: HTTPRequestHead) -> HTTPResponse? {
        switch mode {
        case .emulator(let refusal): return refusal(head)
        case .server(_, let token):
            let parts = (head.fields["authorization"] ?? "").split(separator: " ", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "bearer", Self.equals(token, String(parts[1])) { return nil }
            return TelemetryAnswer.refusal(401, "UNAUTHENTICATED", "Only administrators read telemetry.")
        }
    }

    private static func equals(_ secret: Secret<String>, _ text: String) -> Bool {
        ConstantTime.equals(
            Digest.sha256.hash(Array(secret.reveal().utf8)),
            Digest.sha256.hash(Array(text.utf8))
        )
    }
}
