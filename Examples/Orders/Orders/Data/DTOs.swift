public import HearthFirestore

/// A profile as the document has it.
public struct ProfileDTO: Codable, Sendable, Equatable {
    /// The document's id.
    @DocumentID public var id: String?
    /// How the customer wants to be called.
    public var name: String
    /// Where orders go.
    public var city: String?

    /// Describes a document.
    public init(name: String, city: String? = nil) {
        self.name = name
        self.city = city
    }

    var profile: Profile { Profile(id: id ?? "", name: name, city: city) }
}

/// An order as the document has it.
public struct OrderDTO: Codable, Sendable, Equatable {
    /// The document's id.
    @DocumentID public var id: String?
    /// What is ordered.
    public var title: String
    /// How many of it.
    public var count: Int
    /// When it was ordered, by the server's clock; `nil` while the order is on its way.
    @ServerTimestamp public var orderedAt: Timestamp?

    /// Describes a document.
    public init(title: String, count: Int) {
        self.title = title
        self.count = count
    }

    var order: Order { Order(id: id ?? "", title: title, count: count, isConfirmed: orderedAt != nil) }
}
