internal import HearthAnalyticsModel
internal import HearthCore
internal import HearthJSON
internal import HearthTelemetry

/// What is kept of an installation from one launch to the next.
struct AnalyticsSettings: Sendable {
    var instance: InstanceID
    var clientID: String
    var sessions: Int64 = 0
    /// What the app decided; `nil` as long as the configuration holds.
    var isCollectionEnabled: Bool?
    var consent: [ConsentType: ConsentStatus] = [:]
    var userID: String?
    var userProperties: [String: String] = [:]
    var defaults = AnalyticsParameters()

    /// The settings of an installation that is new.
    init(random: RandomSource, now: UnixTime) {
        instance = InstanceID(random: random)
        clientID = "1" + random.digits(9) + ".\(now.seconds)"
    }

    /// Forgets who the installation and its user are, and keeps what was decided.
    mutating func forget(random: RandomSource, now: UnixTime) {
        var fresh = AnalyticsSettings(random: random, now: now)
        fresh.isCollectionEnabled = isCollectionEnabled
        fresh.consent = consent
        self = fresh
    }

    /// Reads settings that were kept; `nil` if there are none that can be read.
    init?(_ bytes: [UInt8]) {
        guard let object = try? JSON.parse(bytes), let client = object["client"]?.string,
            let instance = object["instance"]?.string.flatMap(InstanceID.init(rawValue:))
        else { return nil }
        self.instance = instance
        clientID = client
        sessions = object["sessions"]?.integer ?? 0
        isCollectionEnabled = object["collection"]?.bool
        for member in object["consent"]?.object?.members ?? [] {
            consent[ConsentType(rawValue: member.name)] = member.value.string.flatMap(ConsentStatus.init)
        }
        userID = object["user"]?.string
        for member in object["properties"]?.object?.members ?? [] {
            userProperties[member.name] = member.value.string
        }
        defaults = object["defaults"]?.object.flatMap { AnalyticsParameters(json: $0) } ?? [:]
    }

    var bytes: [UInt8] {
        var object: JSONObject = [
            "instance": .string(instance.rawValue), "client": .string(clientID), "sessions": .integer(sessions),
        ]
        object["collection"] = isCollectionEnabled.map { .bool($0) }
        object["user"] = userID.map { .string($0) }
        var answers = JSONObject()
        for (type, status) in consent { answers[type.rawValue] = .string(status.rawValue) }
        object["consent"] = .object(answers)
        var properties = JSONObject()
        for (name, value) in userProperties { properties[name] = .string(value) }
        object["properties"] = .object(properties)
        object["defaults"] = .object(defaults.json)
        return JSON.serialize(.object(object))
    }

    /// Who events that are logged now belong to.
    func identity(_ stream: AnalyticsConfiguration.Stream) -> AnalyticsIdentity {
        AnalyticsIdentity(
            appInstanceID: stream == .app ? instance.rawValue : nil,
            clientID: stream == .web ? clientID : nil,
            userID: userID,
            userProperties: userProperties,
            consent: consent.filter { $0.key == .adUserData || $0.key == .adPersonalization }
        )
    }
}
