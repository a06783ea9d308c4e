/// Who the customer is, as the app's screens know it.
public struct Profile: Sendable, Equatable {
    /// The customer's identifier.
    public var id: String
    /// How the customer wants to be called.
    public var name: String
    /// Where orders go, if the customer has said so.
    public var city: String?

    /// Describes a customer.
    public init(id: String, name: String, city: String? = nil) {
        self.id = id
        self.name = name
        self.city = city
    }
}

/// What a customer changes of the profile; what is `nil` stays.
public struct ProfileChanges: Sendable, Equatable {
    /// How the customer wants to be called from now on.
    public var name: String?
    /// Where orders go from now on.
    public var city: String?

    /// Describes changes.
    public init(name: String? = nil, city: String? = nil) {
        self.name = name
        self.city = city
    }
}
