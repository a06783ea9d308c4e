internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// Asks a server's collectors, and what is mounted beside them, as its operator.
struct TelemetryClient {
    private let address: BackendAddress
    private let transport = SystemTransport()

    init(_ options: Options) throws {
        address = try BackendAddress(options)
    }

    /// The path of a project's crash reports.
    var crashes: String { "/crash/v1/projects/\(PercentEncoding.encode(address.project.rawValue))" }

    /// Sends a request and reads the answer.
    ///
    /// - Throws: ``CommandFailure`` with what the server says.
    func call(
        _ method: HTTPMethod,
        _ path: String,
        _ query: FormParameters = [:],
        body: JSONValue? = nil
    ) async throws -> JSONValue {
        let target = query.all.isEmpty ? path : path + "?" + query.encoded
        var request = HTTPRequest(method, origin: address.origin, target: target)
        if let body {
            request.fields["Content-Type"] = "application/json"
            request.body = JSON.serialize(body)
        }
        request.fields["Authorization"] = "Bearer " + (try address.credential().reveal())
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(request)
        } catch {
            throw CommandFailure("no server answers at \(address.origin); is 'hearth serve' running?")
        }
        let document = try? JSON.parse(response.bytes)
        guard (200..<300).contains(response.status) else {
            let message = document?["error"]?["message"]?.string ?? "status \(response.status)"
            throw CommandFailure("\(address.origin): \(message.printable)")
        }
        guard let document, document.object != nil else {
            throw CommandFailure("\(address.origin) is no server of Hearth: it answers with status \(response.status)")
        }
        return document
    }

    /// One document on a line.
    static func line(_ value: JSONValue) -> String {
        String(decoding: JSON.serialize(value), as: UTF8.self)
    }
}
