package import HearthCore
package import HearthJSON

/// The body of a request of the
/// [Measurement Protocol](https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference).
package struct MeasurementRequest: Sendable {
    package var identity: AnalyticsIdentity
    package var events: [LoggedEvent]

    package init(identity: AnalyticsIdentity, events: [LoggedEvent]) {
        self.identity = identity
        self.events = events
    }

    /// The request as JSON text.
    package var body: [UInt8] {
        var object = identity.json
        object["events"] = .array(events.map { .object($0.json) })
        return JSON.serialize(.object(object))
    }
}

/// What a collector makes of the body of a request: what it keeps, and every problem of it.
package struct MeasurementReading: Sendable {
    package private(set) var identity = AnalyticsIdentity()
    package private(set) var events: [LoggedEvent] = []
    package private(set) var problems: [AnalyticsProblem] = []

    private let now: UnixTime
    private let personalData: PersonalDataPolicy

    /// Reads a body, and keeps of it what the limits allow.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - now: The time of arrival: what has no time of its own has this one.
    ///   - personalData: What happens to what identifies a person.
    package init(_ body: [UInt8], now: UnixTime, personalData: PersonalDataPolicy) {
        self.now = now
        self.personalData = personalData
        guard body.count < AnalyticsLimits.requestBytes else {
            report(.valueOutOfBounds, "", "a request has fewer than \(AnalyticsLimits.requestBytes) bytes")
            return
        }
        guard let document = try? JSON.parse(body, maximumValues: 20_000).object else {
            report(.valueInvalid, "", "the body has to be a JSON object")
            return
        }
        guard readIdentity(document) else { return }
        readUserProperties(document)
        readConsent(document)
        readEvents(document)
    }

    private mutating func report(
        _ code: AnalyticsProblem.Code,
        _ field: String,
        _ reason: String,
        _ outcome: AnalyticsProblem.Outcome = .refused
    ) {
        problems.append(AnalyticsProblem(code, field, reason, outcome))
    }

    private mutating func readIdentity(_ document: JSONObject) -> Bool {
        let instance = Self.present(document["app_instance_id"])
        let client = Self.present(document["client_id"])
        guard (instance == nil) != (client == nil) else {
            let field = instance == nil ? "app_instance_id" : "client_id"
            report(.valueRequired, field, "a request has either app_instance_id (an app) or client_id (a web stream)")
            return false
        }
        if let instance {
            guard let id = instance.string, id.utf8.count == 32, id.utf8.allSatisfy(Self.isHexadecimal) else {
                report(.valueInvalid, "app_instance_id", "an app's instance has 32 hexadecimal digits")
                return false
            }
            identity.appInstanceID = id.lowercased()
        }
        if let client {
            guard let id = client.string, (1...AnalyticsLimits.userIDLength).contains(id.utf8.count) else {
                report(.valueInvalid, "client_id", "a client is named by text of 1 to 256 characters")
                return false
            }
            identity.clientID = id
        }
        guard let user = document["user_id"], !user.isNull else { return true }
        guard let id = user.string, !id.isEmpty, id.utf8.count <= AnalyticsLimits.userIDLength else {
            report(.valueOutOfBounds, "user_id", "a user is named by text of 1 to 256 characters", .omitted)
            return true
        }
        if let reason = personalData.violation(name: nil, value: id) {
            report(.personalData, "user_id", reason, .omitted)
        } else {
            identity.userID = id
        }
        return true
    }

    private mutating func readUserProperties(_ document: JSONObject) {
        guard let value = document["user_properties"], !value.isNull else { return }
        guard let properties = value.object else {
            return report(.valueInvalid, "user_properties", "user properties are an object", .omitted)
        }
        for member in properties.members {
            guard identity.userProperties.count < AnalyticsLimits.userProperties else {
                let reason = "a user has at most \(AnalyticsLimits.userProperties) properties"
                return report(.exceededMaxEntities, "user_properties", reason, .omitted)
            }
            let property = UserPropertyCheck(name: member.name, value: Self.text(member.value["value"]), personalData)
            problems += property.problems
            if let value = property.value { identity.userProperties[member.name] = value }
        }
    }

    /// A member that is there: one that is null is not.
    private static func present(_ value: JSONValue?) -> JSONValue? { value?.isNull == true ? nil : value }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        // As JSON has it: 7 and 7.0 are one number.
        case .number(let number): String(decoding: JSON.serialize(.number(number)), as: UTF8.self)
        default: nil
        }
    }

    private mutating func readConsent(_ document: JSONObject) {
        guard let consent = Self.present(document["consent"]) else { return }
        guard let answers = consent.object else {
            return report(.valueInvalid, "consent", "consent is an object", .omitted)
        }
        for member in answers.members {
            let type = ConsentType(rawValue: member.name)
            guard type == .adUserData || type == .adPersonalization,
                let status = member.value.string.flatMap(ConsentStatus.init)
            else {
                let reason = "consent has ad_user_data and ad_personalization, GRANTED or DENIED"
                report(.valueInvalid, "consent.\(member.name)", reason, .omitted)
                continue
            }
            identity.consent[type] = status
        }
    }

    private mutating func readEvents(_ document: JSONObject) {
        guard let list = document["events"]?.array, !list.isEmpty else {
            return report(.valueRequired, "events", "a request has at least one event")
        }
        if list.count > AnalyticsLimits.eventsPerRequest {
            let reason = "a request has at most \(AnalyticsLimits.eventsPerRequest) events"
            return report(.exceededMaxEntities, "events", reason)
        }
        let shared = document["timestamp_micros"]
        for (index, element) in list.enumerated() {
            let path = "events[\(index)]"
            guard let name = element["name"]?.string else {
                report(.valueRequired, "\(path).name", "an event has a name")
                continue
            }
            guard let time = time(Self.present(element["timestamp_micros"]) ?? shared, path) else { continue }
            guard let parameters = parameters(element["params"], path) else { continue }
            var check = EventCheck(personalData: personalData, path: path)
            let kept = check.check(name, parameters)
            problems += check.problems
            if let kept {
                events.append(LoggedEvent(name: .init(rawValue: name), parameters: kept, time: time))
            }
        }
    }

    private mutating func parameters(_ value: JSONValue?, _ path: String) -> AnalyticsParameters? {
        guard let value, !value.isNull else { return [:] }
        guard let object = value.object else {
            report(.valueInvalid, "\(path).params", "parameters are an object")
            return nil
        }
        var parameters = AnalyticsParameters()
        for member in object.members {
            guard let value = AnalyticsValue(json: member.value) else {
                let reason = "a parameter is text or a number; only 'items' is a list of objects"
                report(.valueInvalid, "\(path).params.\(member.name)", reason, .omitted)
                continue
            }
            parameters.append(.init(rawValue: member.name), value)
        }
        return parameters
    }

    private mutating func time(_ value: JSONValue?, _ path: String) -> UnixTime? {
        guard let value, !value.isNull else { return now }
        let micros = value.integer ?? value.string.flatMap { Int64($0) }
        guard let micros, micros > 0 else {
            report(.valueInvalid, "\(path).timestamp_micros", "a time is microseconds since 1970")
            return nil
        }
        let time = UnixTime(milliseconds: micros / 1000)
        guard time >= now - AnalyticsLimits.oldestEvent else {
            report(.valueOutOfBounds, "\(path).timestamp_micros", "an event is at most 72 hours old")
            return nil
        }
        return min(time, now)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte)
    }

    /// The answer of the validation server.
    package var validationMessages: JSONValue {
        [
            "validationMessages": .array(
                problems.map { problem in
                    [
                        "fieldPath": .string(problem.field), "description": .string(problem.reason),
                        "validationCode": .string(problem.code.rawValue),
                    ]
                }
            )
        ]
    }
}
