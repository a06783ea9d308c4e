internal import HearthJSON

/// The parts of a name, as Apple tells them once.
public struct PersonName: Sendable, Hashable, Codable {
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var familyName: String?

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - givenName: The given name. Defaults to none.
    ///   - familyName: The family name. Defaults to none.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }

    /// The name as the service reads it; `nil` if there is none.
    var json: String? {
        var name = JSONObject()
        if let givenName { name["firstName"] = .string(givenName) }
        if let familyName { name["lastName"] = .string(familyName) }
        guard !name.isEmpty else { return nil }
        return String(decoding: JSON.serialize(["name": .object(name)]), as: UTF8.self)
    }
}
