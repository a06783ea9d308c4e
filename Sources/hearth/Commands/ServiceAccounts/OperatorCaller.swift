internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Calls the operations that are the operator's alone.
struct OperatorCaller {
    private let address: BackendAddress
    private let transport: any HTTPTransport

    init(_ address: BackendAddress, _ transport: any HTTPTransport) {
        self.address = address
        self.transport = transport
    }

    func call<Op: HearthWire.Operation>(
        _ operation: Op.Type,
        _ fill: (inout Op.Request) -> Void
    ) async throws -> Op.Response {
        var request = Op.Request()
        fill(&request)
        guard let route = Op.routes.first, var parameters = try JSON.value(of: request).object else {
            throw CommandFailure("\(operation) cannot be written")
        }
        parameters["targetProjectId"] = .string(address.project.rawValue)
        guard var message = route.request(parameters, origin: address.origin) else {
            throw CommandFailure("\(operation) cannot be addressed")
        }
        message.fields["Authorization"] = "Bearer " + (try address.credential().reveal())
        // A busy machine takes long to make a key.
        message.timeout = .seconds(120)
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(message)
        } catch {
            throw CommandFailure("no backend answers at \(address.origin); is 'hearth serve' running? (\(error))")
        }
        guard (200...299).contains(response.status) else {
            let words = (try? JSON.parse(response.bytes))?["error"]?["message"]?.string ?? "status \(response.status)"
            throw CommandFailure(
                response.status == 401
                    ? "the backend does not accept the credential; a server in production needs --production"
                    : words.printable
            )
        }
        return try JSON.decode(Op.Response.self, from: response.bytes, coercion: .scalars)
    }
}
