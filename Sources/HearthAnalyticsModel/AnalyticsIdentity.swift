package import HearthJSON

/// Whose events a batch holds, as it was when they were logged.
public struct AnalyticsIdentity: Sendable, Hashable {
    /// The installation of an app: 32 hexadecimal digits.
    ///
    /// Web streams have a ``clientID`` in its place.
    public var appInstanceID: String?
    /// The browser or device of a web stream.
    public var clientID: String?
    /// The user, by an identifier that the app gave.
    public var userID: String?
    /// What the app told of the user.
    public var userProperties: [String: String]
    /// What the user allows: `ad_user_data` and `ad_personalization`.
    public var consent: [ConsentType: ConsentStatus]

    /// Describes an identity.
    ///
    /// - Parameters:
    ///   - appInstanceID: The installation of an app.
    ///   - clientID: The browser or device of a web stream.
    ///   - userID: The user. Defaults to none.
    ///   - userProperties: What the app told of the user. Defaults to nothing.
    ///   - consent: What the user allows. Defaults to no answer.
    public init(
        appInstanceID: String? = nil,
        clientID: String? = nil,
        userID: String? = nil,
        userProperties: [String: String] = [:],
        consent: [ConsentType: ConsentStatus] = [:]
    ) {
        self.appInstanceID = appInstanceID
        self.clientID = clientID
        self.userID = userID
        self.userProperties = userProperties
        self.consent = consent
    }

    /// The members of a request that tell the identity.
    package var json: JSONObject {
        var object = JSONObject()
        object["app_instance_id"] = appInstanceID.map { .string($0) }
        object["client_id"] = clientID.map { .string($0) }
        object["user_id"] = userID.map { .string($0) }
        if !userProperties.isEmpty {
            var properties = JSONObject()
            for (name, value) in userProperties.sorted(by: { $0.key < $1.key }) {
                properties[name] = ["value": .string(value)]
            }
            object["user_properties"] = .object(properties)
        }
        if !consent.isEmpty {
            var answers = JSONObject()
            for (type, status) in consent.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                answers[type.rawValue] = .string(status.rawValue)
            }
            object["consent"] = .object(answers)
        }
        return object
    }
}
