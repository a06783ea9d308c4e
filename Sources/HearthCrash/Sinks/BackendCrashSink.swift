public import HearthCrashWire
public import HearthHTTP
internal import HearthJSON
public import HearthTransport

/// Sends reports to a Hearth server: `hearth serve`, or an app's own backend.
public struct BackendCrashSink: CrashSink {
    private let origin: String
    private let target: String
    private let transport: any HTTPTransport

    /// Describes the server.
    ///
    /// - Parameters:
    ///   - origin: The server, for example `https://telemetry.example.com`.
    ///   - project: The project.
    ///   - apiKey: The project's API key, which is no secret. Defaults to none.
    ///   - transport: Sends the requests. Defaults to the system's.
    public init(
        origin: String,
        project: String,
        apiKey: String? = nil,
        transport: any HTTPTransport = SystemTransport()
    ) {
        self.origin = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        let key = apiKey.map { "?key=" + PercentEncoding.encode($0) } ?? ""
        target = "/crash/v1/projects/\(PercentEncoding.encode(project))/reports\(key)"
        self.transport = transport
    }

    /// Sends a report.
    ///
    /// - Parameter report: The report.
    /// - Returns: What became of it.
    public func send(_ report: CrashReport) async -> CrashDelivery {
        guard let body = try? JSON.encode(report) else { return .refused("the report cannot be written as JSON") }
        var request = HTTPRequest(.post, origin: origin, target: target)
        request.fields["Content-Type"] = "application/json"
        request.body = body
        return await CrashDelivery.of(request, transport)
    }
}

extension CrashDelivery {
    /// Sends a request, and reads from the answer what became of the report.
    static func of(_ request: HTTPRequest, _ transport: any HTTPTransport) async -> CrashDelivery {
        do throws(TransportError) {
            let response = try await transport.send(request)
            switch response.status {
            case 200..<300: return .accepted
            case 408, 429, 500...:
                let seconds = response.fields["retry-after"].flatMap { Int64($0) }
                return .later(after: seconds.map { .seconds(min(max($0, 0), 86_400)) })
            default: return .refused("status \(response.status)")
            }
        } catch {
            return error.kind == .invalidRequest ? .refused(error.reason) : .later(after: nil)
        }
    }
}
