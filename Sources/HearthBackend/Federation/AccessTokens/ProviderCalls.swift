internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Calls of a provider's own API.
struct ProviderCalls: Sendable {
    let transport: any HTTPTransport

    /// The largest answer that is read, in bytes.
    private static let maximumBytes = 262_144

    /// Sends a request to an address, and reads the JSON that comes back.
    ///
    /// Nothing is sent in the clear but to this machine, and no redirect is followed.
    ///
    /// - Throws: ``ProviderCallError``.
    func send(
        _ address: String,
        method: HTTPMethod = .get,
        query: FormParameters? = nil,
        authorization: String? = nil,
        body: (type: String, bytes: [UInt8])? = nil
    ) async throws(ProviderCallError) -> JSONValue {
        guard let location = SecureLocation(query.map { "\(address)?\($0.encoded)" } ?? address) else {
            throw .unavailable("an address is neither HTTPS nor this machine")
        }
        // GitHub refuses calls without a name.
        var fields: HTTPFields = ["Accept": "application/json", "User-Agent": "hearth"]
        if let authorization { fields.append("Authorization", authorization) }
        if let body { fields.append("Content-Type", body.type) }
        let request = HTTPRequest(
            method,
            origin: location.origin,
            target: location.target,
            fields: fields,
            body: body?.bytes ?? []
        )
        let response = try await response(to: request)
        switch response.status {
        case 200: break
        case 400, 401, 403, 404, 422: throw .refused
        default: throw .unavailable("status \(response.status)")
        }
        guard let document = try? JSON.parse(response.bytes) else { throw .unavailable("the answer is no JSON") }
        return document
    }

    private func response(to request: HTTPRequest) async throws(ProviderCallError) -> HTTPResponse {
        do throws(TransportError) {
            let response = try await transport.send(request)
            guard let whole = try? await response.collected(), whole.bytes.count <= Self.maximumBytes else {
                throw TransportError(.responseTooLarge)
            }
            return whole
        } catch {
            throw .unavailable(error.kind.rawValue)
        }
    }
}

/// Why a provider's API told nothing of a user.
enum ProviderCallError: Error, Sendable, Hashable {
    /// The provider does not accept the token, or gave it to another app.
    case refused
    /// No answer arrived, or none that makes sense; in words for the operator.
    case unavailable(String)
}
