internal import Foundation
internal import HearthCore

/// Which project an app belongs to.
///
/// A class, as FirebaseCore's is: options are made first and filled in then.
public final class FirebaseOptions: Sendable {
    private struct Fields: Codable, Sendable {
        var apiKey: String?
        var projectID: String?
        var googleAppID: String?
        var gcmSenderID: String?
        var clientID: String?
        var bundleID: String?
        var storageBucket: String?
        var databaseURL: String?
        var authEmulatorHost: String?

        enum CodingKeys: String, CodingKey {
            case apiKey = "API_KEY"
            case projectID = "PROJECT_ID"
            case googleAppID = "GOOGLE_APP_ID"
            case gcmSenderID = "GCM_SENDER_ID"
            case clientID = "CLIENT_ID"
            case bundleID = "BUNDLE_ID"
            case storageBucket = "STORAGE_BUCKET"
            case databaseURL = "DATABASE_URL"
        }
    }

    private let fields: Locked<Fields>

    private init(_ fields: Fields) {
        self.fields = Locked(fields)
    }

    /// Creates options to be filled in; the ``apiKey`` is needed.
    ///
    /// - Parameters:
    ///   - googleAppID: The app's identifier in the project.
    ///   - gcmSenderID: The project's number for messages, which identity does without.
    public convenience init(googleAppID: String, gcmSenderID: String) {
        self.init(Fields(googleAppID: googleAppID, gcmSenderID: gcmSenderID))
    }

    /// Reads a `GoogleService-Info.plist`; `nil` if the file cannot be read or has no API key.
    ///
    /// - Parameter plistPath: The file's path.
    public convenience init?(contentsOfFile plistPath: String) {
        guard let data = try? Data(contentsOf: URL(filePath: plistPath)),
            let fields = try? PropertyListDecoder().decode(Fields.self, from: data), fields.apiKey?.isEmpty == false
        else { return nil }
        self.init(fields)
    }

    /// The options of the `GoogleService-Info.plist` in the main bundle, or else those of the environment.
    ///
    /// Of the environment, as Firebase's own tools set it, are read `FIREBASE_API_KEY`, `GCLOUD_PROJECT` and
    /// `FIREBASE_AUTH_EMULATOR_HOST`; a program that has the file does not look there.
    ///
    /// - Returns: The options; `nil` if there are neither the file nor an API key or an emulator in the environment.
    public static func defaultOptions() -> FirebaseOptions? {
        if let path = Bundle.main.path(forResource: "GoogleService-Info", ofType: "plist") {
            return FirebaseOptions(contentsOfFile: path)
        }
        return FirebaseOptions(environment: ProcessInfo.processInfo.environment)
    }

    package convenience init?(environment: [String: String]) {
        let emulator = environment["FIREBASE_AUTH_EMULATOR_HOST"]
        let project = environment["GCLOUD_PROJECT"]
        let apiKey = environment["FIREBASE_API_KEY"] ?? (emulator == nil ? nil : project ?? "demo-project")
        guard let apiKey else { return nil }
        self.init(Fields(apiKey: apiKey, projectID: project, authEmulatorHost: emulator))
    }

    /// The project's API key.
    public var apiKey: String? {
        get { fields.withLock(\.apiKey) }
        set { fields.withLock { $0.apiKey = newValue } }
    }

    /// The project's identifier.
    public var projectID: String? {
        get { fields.withLock(\.projectID) }
        set { fields.withLock { $0.projectID = newValue } }
    }

    /// The app's identifier in the project.
    public var googleAppID: String {
        get { fields.withLock { $0.googleAppID ?? "" } }
        set { fields.withLock { $0.googleAppID = newValue } }
    }

    /// The project's number for messages, which identity does without.
    public var gcmSenderID: String {
        get { fields.withLock { $0.gcmSenderID ?? "" } }
        set { fields.withLock { $0.gcmSenderID = newValue } }
    }

    /// The OAuth client that Google's sign-in SDK is given.
    public var clientID: String? {
        get { fields.withLock(\.clientID) }
        set { fields.withLock { $0.clientID = newValue } }
    }

    /// The app's bundle identifier.
    public var bundleID: String {
        get { fields.withLock { $0.bundleID ?? "" } }
        set { fields.withLock { $0.bundleID = newValue } }
    }

    /// The project's bucket, which identity does without.
    public var storageBucket: String? {
        get { fields.withLock(\.storageBucket) }
        set { fields.withLock { $0.storageBucket = newValue } }
    }

    /// The project's database, which identity does without.
    public var databaseURL: String? {
        get { fields.withLock(\.databaseURL) }
        set { fields.withLock { $0.databaseURL = newValue } }
    }

    /// The emulator to use in place of Firebase, as `host:port`; FirebaseCore's options have none.
    public var authEmulatorHost: String? {
        get { fields.withLock(\.authEmulatorHost) }
        set { fields.withLock { $0.authEmulatorHost = newValue } }
    }
}
