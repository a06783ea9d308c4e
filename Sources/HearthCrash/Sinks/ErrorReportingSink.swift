public import HearthCore
public import HearthCrashWire
public import HearthHTTP
internal import HearthJSON
public import HearthTransport

/// Sends reports to Google Cloud's
/// [Error Reporting](https://cloud.google.com/error-reporting/reference/rest/v1beta1/projects.events/report).
///
/// Error Reporting does not read Swift's traces: it groups by the place that is told with each report, the innermost frame
/// of the app. For servers; an app should send to its own backend.
public struct ErrorReportingSink: CrashSink {
    private let project: String
    private let origin: String
    private let apiKey: Secret<String>?
    private let token: (@Sendable () async throws -> Secret<String>)?
    private let transport: any HTTPTransport

    /// Authenticates by an API key, which has to be restricted to Error Reporting.
    ///
    /// - Parameters:
    ///   - project: The project's identifier.
    ///   - apiKey: The key.
    ///   - origin: The service. Defaults to Google's.
    ///   - transport: Sends the requests. Defaults to the system's.
    public init(
        project: String,
        apiKey: Secret<String>,
        origin: String = "https://clouderrorreporting.googleapis.com",
        transport: any HTTPTransport = SystemTransport()
    ) {
        self.project = project
        self.apiKey = apiKey
        self.origin = origin
        self.transport = transport
        token = nil
    }

    /// Authenticates by an access token of a service account.
    ///
    /// - Parameters:
    ///   - project: The project's identifier.
    ///   - token: Makes a token; called for each report.
    ///   - origin: The service. Defaults to Google's.
    ///   - transport: Sends the requests. Defaults to the system's.
    public init(
        project: String,
        token: @escaping @Sendable () async throws -> Secret<String>,
        origin: String = "https://clouderrorreporting.googleapis.com",
        transport: any HTTPTransport = SystemTransport()
    ) {
        self.project = project
        self.token = token
        self.origin = origin
        self.transport = transport
        apiKey = nil
    }

    /// Sends a report.
    ///
    /// - Parameter report: The report.
    /// - Returns: What became of it.
    public func send(_ report: CrashReport) async -> CrashDelivery {
        let key = apiKey.map { "?key=" + PercentEncoding.encode($0.reveal()) } ?? ""
        let target = "/v1beta1/projects/\(PercentEncoding.encode(project))/events:report\(key)"
        var request = HTTPRequest(.post, origin: origin, target: target)
        request.fields["Content-Type"] = "application/json"
        if let token {
            guard let bearer = try? await token() else { return .later(after: nil) }
            request.fields["Authorization"] = "Bearer " + bearer.reveal()
        }
        request.body = JSON.serialize(.object(Self.event(report)))
        return await CrashDelivery.of(request, transport)
    }

    /// The report in the form of the service.
    static func event(_ report: CrashReport) -> JSONObject {
        var location = JSONObject()
        if let frame = report.topAppFrame {
            location["filePath"] = .string(frame.file ?? frame.image ?? "unknown")
            location["lineNumber"] = .integer(Int64(frame.line ?? 1))
            location["functionName"] = .string(frame.symbol ?? frame.offset ?? frame.address)
        } else {
            location["filePath"] = .string(report.error?.file ?? "unknown")
            location["lineNumber"] = .integer(Int64(report.error?.line ?? 1))
            location["functionName"] = .string(report.error?.type ?? report.crash?.name ?? "unknown")
        }
        var context: JSONObject = ["reportLocation": .object(location)]
        context["user"] = report.user.map { .string($0) }
        let build = report.app.build.map { " (\($0))" } ?? ""
        let trace = report.frames.map { "    at \($0.summary)" }
        let message = ([report.title] + trace).joined(separator: "\n")
        return [
            "eventTime": .string(CivilTime(report.time).rfc3339),
            "serviceContext": [
                "service": .string(report.app.id), "version": .string(report.app.version + build),
            ],
            "message": .string(String(decoding: message.utf8.prefix(8_000), as: UTF8.self)),
            "context": .object(context),
        ]
    }
}
