public import HearthCore
package import HearthJSON

/// An event as it is sent and as it arrives.
public struct LoggedEvent: Sendable, Hashable {
    /// The name.
    public var name: AnalyticsEvent
    /// The parameters, those included that the client added: session and engagement time.
    public var parameters: AnalyticsParameters
    /// When it was logged.
    public var time: UnixTime

    /// Describes an event.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - parameters: The parameters.
    ///   - time: When it was logged.
    public init(name: AnalyticsEvent, parameters: AnalyticsParameters, time: UnixTime) {
        self.name = name
        self.parameters = parameters
        self.time = time
    }

    package var json: JSONObject {
        [
            "name": .string(name.rawValue), "params": .object(parameters.json),
            "timestamp_micros": .integer(Self.microseconds(of: time)),
        ]
    }

    /// The microseconds of a moment, clamped to what 64 bits can hold.
    private static func microseconds(of time: UnixTime) -> Int64 {
        let (product, overflow) = time.milliseconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (time.milliseconds < 0 ? .min : .max) : product
    }

    /// Reads an event that this type wrote.
    package init?(json: JSONValue) {
        guard let name = json["name"]?.string, let micros = json["timestamp_micros"]?.integer,
            let parameters = json["params"]?.object.flatMap({ AnalyticsParameters(json: $0) })
        else { return nil }
        self.init(name: .init(rawValue: name), parameters: parameters, time: UnixTime(milliseconds: micros / 1000))
    }
}
