internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// The one way from an administrator's operation to its response.
struct AdminCaller: Sendable {
    let origin: String
    let project: ProjectID
    let tenant: TenantID?
    let credential: Secret<String>
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
        var message = try httpRequest(operation, request, name)
        message.fields["Authorization"] = "Bearer " + credential.reveal()
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(message)
        } catch {
            throw AdminError(error, operation: name)
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
        guard let message = route.request(parameters, origin: origin) else {
            throw AdminError(.invalidArgument, "\(name) cannot be addressed")
        }
        return message
    }
}
