internal import HearthAnalyticsModel
public import HearthCore
public import HearthHTTP
internal import HearthJSON
public import HearthTransport

/// Sends events by the
/// [Measurement Protocol](https://developers.google.com/analytics/devguides/collection/protocol/ga4): to the app's own
/// backend, to `hearth serve`, or to Google Analytics.
public struct MeasurementSink: AnalyticsSink {
    private let origin: String
    private let target: Secret<String>
    private let isHearth: Bool
    private let transport: any HTTPTransport

    private init(origin: String, target: String, isHearth: Bool, transport: any HTTPTransport) {
        self.origin = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        self.target = Secret(target)
        self.isHearth = isHearth
        self.transport = transport
    }

    /// The app's own backend: `hearth serve`, or a server of yours that passes events on to Google with its secret.
    ///
    /// This is the way for apps: what is in an app can be read, so no secret belongs there.
    ///
    /// - Parameters:
    ///   - origin: The server, for example `https://telemetry.example.com`.
    ///   - app: The app's identifier, for example `1:1234:ios:abcd`.
    ///   - apiKey: The project's API key, which names the project and is no secret. Defaults to none.
    ///   - transport: Sends the requests. Defaults to the system's.
    /// - Returns: The sink.
    public static func backend(
        origin: String,
        app: String,
        apiKey: String? = nil,
        transport: any HTTPTransport = SystemTransport()
    ) -> MeasurementSink {
        var query: FormParameters = ["firebase_app_id": app]
        if let apiKey { query.append("key", apiKey) }
        return MeasurementSink(
            origin: origin,
            target: "/mp/collect?" + query.encoded,
            isHearth: true,
            transport: transport
        )
    }

    /// Where in Google Analytics events go.
    public enum Stream: Sendable, Hashable {
        /// A web stream, by its measurement identifier (`G-…`); the configuration's stream has to be web too.
        case web(measurementID: String)
        /// An app stream, by its Firebase app identifier. Google documents it for events beside those of its own SDK:
        /// whether it counts installations that its SDK never saw is Google's decision.
        case app(firebaseAppID: String)
    }

    /// Google Analytics itself, for servers and command-line tools.
    ///
    /// - Parameters:
    ///   - stream: Where in Google Analytics events go.
    ///   - apiSecret: The secret of the stream. It must not be in an app: who has it can forge events.
    ///   - isEuropean: Whether events are collected in the European Union. Defaults to no.
    ///   - transport: Sends the requests. Defaults to the system's.
    /// - Returns: The sink.
    public static func google(
        _ stream: Stream,
        apiSecret: Secret<String>,
        isEuropean: Bool = false,
        transport: any HTTPTransport = SystemTransport()
    ) -> MeasurementSink {
        var query: FormParameters =
            switch stream {
            case .web(let id): ["measurement_id": id]
            case .app(let id): ["firebase_app_id": id]
            }
        query.append("api_secret", apiSecret.reveal())
        return MeasurementSink(
            origin: isEuropean ? "https://region1.google-analytics.com" : "https://www.google-analytics.com",
            target: "/mp/collect?" + query.encoded,
            isHearth: false,
            transport: transport
        )
    }

    /// Sends events of one user.
    ///
    /// - Parameter batch: The events.
    /// - Returns: What became of them.
    public func send(_ batch: AnalyticsBatch) async -> AnalyticsDelivery {
        var events = batch.events
        if isHearth {
            for (index, id) in batch.eventIDs.enumerated() { events[index].parameters["hearth_id"] = .string(id) }
        }
        var request = HTTPRequest(.post, origin: origin, target: target.reveal())
        request.fields["Content-Type"] = "application/json"
        request.body = MeasurementRequest(identity: batch.identity, events: events).body
        do throws(TransportError) {
            return Self.delivery(of: try await transport.send(request))
        } catch {
            return error.kind == .invalidRequest ? .refused(error.reason) : .later(after: nil)
        }
    }

    private static func delivery(of response: HTTPResponse) -> AnalyticsDelivery {
        switch response.status {
        case 200..<300: return .accepted
        case 408, 429, 500...:
            let seconds = response.fields["retry-after"].flatMap { Int64($0) }
            return .later(after: seconds.map { .seconds(min(max($0, 0), 86_400)) })
        default:
            let text = (try? JSON.parse(response.bytes))?["validationMessages"]?.array?.first?["description"]?.string
            return .refused("status \(response.status)" + (text.map { ": \($0)" } ?? ""))
        }
    }
}
