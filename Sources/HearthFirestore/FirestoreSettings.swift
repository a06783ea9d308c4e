/// Where a ``Firestore`` calls, and how.
///
/// What is known of documents is kept in memory; nothing outlives the process.
public struct FirestoreSettings: Sendable, Hashable {
    /// How answers of a listening stream reach the client.
    public enum LongPolling: Sendable, Hashable {
        /// As a stream; if a proxy holds it back, one answer at a time.
        case automatic
        /// One answer at a time.
        case always
        /// As a stream.
        case never
    }

    /// Host and port, for example `127.0.0.1:8080`.
    public var host: String
    /// Whether calls are made over TLS.
    public var isSSLEnabled: Bool
    /// How answers of a listening stream reach the client.
    public var longPolling: LongPolling = .automatic
    /// The project's API key, sent along as `X-Goog-Api-Key`.
    public var apiKey: String?
    /// The app's identifier in the project, sent along as `X-Firebase-GMPID`.
    public var appID: String?

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - host: Host and port. Defaults to Firebase's.
    ///   - isSSLEnabled: Whether calls are made over TLS. Defaults to yes.
    public init(host: String = "firestore.googleapis.com", isSSLEnabled: Bool = true) {
        self.host = host
        self.isSSLEnabled = isSSLEnabled
    }

    /// Settings for an emulator: `hearth serve`, or the official one.
    ///
    /// - Parameters:
    ///   - host: The emulator's host. Defaults to `127.0.0.1`.
    ///   - port: The emulator's port. Defaults to 8080.
    /// - Returns: The settings.
    public static func emulator(host: String = "127.0.0.1", port: Int = 8080) -> FirestoreSettings {
        let host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return FirestoreSettings(host: "\(host):\(port)", isSSLEnabled: false)
    }

    var origin: String { (isSSLEnabled ? "https://" : "http://") + host }
}
