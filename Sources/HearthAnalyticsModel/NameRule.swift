/// What a name must be.
package struct NameRule: Sendable {
    let kind: String
    let length: Int
    let reserved: Set<String>
    let prefixes: [String]

    package static let event = NameRule(
        kind: "an event's name",
        length: AnalyticsLimits.nameLength,
        reserved: AnalyticsLimits.reservedEvents,
        prefixes: AnalyticsLimits.reservedPrefixes
    )
    package static let parameter = NameRule(
        kind: "a parameter's name",
        length: AnalyticsLimits.nameLength,
        reserved: [],
        prefixes: AnalyticsLimits.reservedParameterPrefixes
    )
    package static let userProperty = NameRule(
        kind: "a user property's name",
        length: AnalyticsLimits.userPropertyNameLength,
        reserved: AnalyticsLimits.reservedUserProperties,
        prefixes: AnalyticsLimits.reservedPrefixes
    )

    /// What is wrong with a name; `nil` for a good one.
    package func violation(_ name: String) -> (code: AnalyticsProblem.Code, reason: String)? {
        guard !name.isEmpty else { return (.valueRequired, "\(kind) must not be empty") }
        if let prefix = prefixes.first(where: { name.hasPrefix($0) }) {
            return (.nameReserved, "names that begin with '\(prefix)' belong to Google; choose another one")
        }
        guard let first = name.utf8.first, Self.isLetter(first), name.utf8.allSatisfy(Self.isPart) else {
            return (.nameInvalid, "\(kind) has letters, digits and '_' alone, and begins with a letter")
        }
        guard name.utf8.count <= length else {
            return (.valueOutOfBounds, "\(kind) has at most \(length) characters, this one has \(name.utf8.count)")
        }
        guard !reserved.contains(name) else {
            return (.nameReserved, "'\(name)' is reserved by Google; choose another name, for example 'app_\(name)'")
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
    private static func isPart(_ byte: UInt8) -> Bool { isLetter(byte) || (48...57).contains(byte) || byte == 95 }
}
