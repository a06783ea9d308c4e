internal import HearthCore
internal import HearthHTTP

/// One request for a document of keys.
enum KeyDocument {
    /// Fetches the keys.
    ///
    /// - Returns: The keys, and how long the server says they may be kept, if it does.
    static func fetch(
        _ location: SecureLocation,
        over transport: any HTTPTransport,
        maximumBytes: Int
    ) async throws(KeySourceError) -> (keys: JSONWebKeySet, age: Duration?) {
        let response = try await send(location, over: transport)
        guard response.status == 200 else { throw KeySourceError(.unreachable, "status \(response.status)") }
        guard response.bytes.count <= maximumBytes else { throw KeySourceError(.malformed, "too large") }
        return (try JSONWebKeySet(parsing: response.bytes), age(response.fields))
    }

    /// The time for which a response may still be kept
    /// ([RFC 9111 §4.2](https://www.rfc-editor.org/rfc/rfc9111#section-4.2)).
    static func age(_ fields: HTTPFields) -> Duration? {
        let directives = fields.values(of: "Cache-Control").flatMap { $0.split(separator: ",") }.map { directive in
            directive.drop { $0 == " " || $0 == "\t" }.lowercased()
        }
        guard !directives.contains(where: { $0.hasPrefix("no-store") || $0.hasPrefix("no-cache") }) else {
            return .zero
        }
        guard let directive = directives.first(where: { $0.hasPrefix("max-age=") }),
            let seconds = seconds(directive.dropFirst("max-age=".count).filter { $0 != " " && $0 != "\"" })
        else { return nil }
        let spent = fields["Age"].flatMap { Self.seconds($0) } ?? 0
        return .seconds(max(0, seconds - max(0, spent)))
    }

    /// A number of seconds; one that is too large to count is as large as can be.
    ///
    /// [RFC 9111 §1.2.2](https://www.rfc-editor.org/rfc/rfc9111#section-1.2.2)
    private static func seconds(_ text: some StringProtocol) -> Int64? {
        let most = Int64(Int32.max)
        if let seconds = Int64(text) { return min(seconds, most) }
        return !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) } ? most : nil
    }

    private static func send(
        _ location: SecureLocation,
        over transport: any HTTPTransport
    ) async throws(KeySourceError) -> HTTPResponse {
        let request = HTTPRequest(
            .get,
            origin: location.origin,
            target: location.target,
            fields: ["Accept": "application/json"]
        )
        do throws(TransportError) {
            let response = try await transport.send(request)
            return (try? await response.collected()) ?? HTTPResponse(status: 502)
        } catch {
            throw KeySourceError(.unreachable, error.kind.rawValue)
        }
    }
}
