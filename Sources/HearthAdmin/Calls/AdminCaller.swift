internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// The one way from an administrator's operation to its response.
struct AdminCaller: Sendable {
    let address: AdminAddress
    let project: ProjectID
    let tenant: TenantID?
    let credential: AdminCredential
    let transport: any HTTPTransport

    /// Calls the service.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - request: What to send, without the project and the tenant.
    /// - Returns: The response, which means that the service agreed.
    /// - Throws: ``AdminError``, complete with the service's own word and status if it answered.
    func call<Called: Operation>(
        _ operation: Called.Type,
        _ request: Called.Request
    ) async throws(AdminError) -> Called.Response {
        let name = "\(operation)"
        let message = try httpRequest(operation, request, name)
        let token = try await credential.token()
        var response = try await send(message, token, name)
        // A server that was started anew may have forgotten the token. It did nothing, so that it can be asked again.
        if response.status == 401, let other = try await credential.token(insteadOf: token) {
            response = try await send(message, other, name)
        }
        guard (200...299).contains(response.status) else { throw AdminError(refusal: response, operation: name) }
        do throws(JSONError) {
            return try JSON.decode(Called.Response.self, from: response.bytes, coercion: .scalars)
        } catch {
            var failure = AdminError(.unexpectedAnswer, "\(name): \(error.reason)")
            failure.httpStatus = response.status
            throw failure
        }
    }

    private func send(
        _ message: HTTPRequest,
        _ token: Secret<String>,
        _ name: String
    ) async throws(AdminError) -> HTTPResponse {
        var message = message
        message.fields["Authorization"] = "Bearer " + token.reveal()
        do throws(TransportError) {
            return try await transport.send(message)
        } catch {
            throw AdminError(error, operation: name)
        }
    }

    private func httpRequest<Called: Operation>(
        _ operation: Called.Type,
        _ request: Called.Request,
        _ name: String
    ) throws(AdminError) -> HTTPRequest {
        let route = Called.routes.first {
            $0.access == .administrator && $0.path.contains("{tenantId}") == (tenant != nil)
        }
        guard let route, var parameters = (try? JSON.value(of: request))?.object else {
            throw AdminError(.invalidArgument, "\(name) cannot be written")
        }
        parameters["targetProjectId"] = .string(project.rawValue)
        parameters["tenantId"] = tenant.map { .string($0.rawValue) }
        guard let message = route.request(parameters, origin: address.origin) else {
            throw AdminError(.invalidArgument, "\(name) cannot be addressed")
        }
        return address.readdress(message, over: route)
    }
}
