internal import HearthAnalyticsModel
internal import HearthJSON

/// An event as it waits in the outbox, with whose it is.
struct StoredEvent: Sendable {
    let id: String
    let identity: AnalyticsIdentity
    let event: LoggedEvent

    /// The record of an event; the identity is written already, because it seldom changes.
    static func record(id: String, identity: [UInt8], event: LoggedEvent) -> [UInt8] {
        var bytes = Array(#"{"id":"\#(id)","identity":"#.utf8)
        bytes += identity
        bytes += Array(#","event":"#.utf8)
        bytes += JSON.serialize(.object(event.json))
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Reads a record; `nil` for one that an incompatible version wrote.
    init?(record: [UInt8]) {
        guard let document = try? JSON.parse(record), let id = document["id"]?.string,
            let event = document["event"].flatMap({ LoggedEvent(json: $0) }), let identity = document["identity"]
        else { return nil }
        self.id = id
        self.event = event
        var owner = AnalyticsIdentity(
            appInstanceID: identity["app_instance_id"]?.string,
            clientID: identity["client_id"]?.string,
            userID: identity["user_id"]?.string
        )
        for member in identity["user_properties"]?.object?.members ?? [] {
            owner.userProperties[member.name] = member.value["value"]?.string
        }
        for member in identity["consent"]?.object?.members ?? [] {
            owner.consent[ConsentType(rawValue: member.name)] = member.value.string.flatMap(ConsentStatus.init)
        }
        self.identity = owner
    }
}
