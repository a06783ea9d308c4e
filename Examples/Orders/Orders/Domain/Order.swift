/// An order, as the app's screens know it.
public struct Order: Sendable, Equatable, Identifiable {
    /// The order's identifier.
    public var id: String
    /// What is ordered.
    public var title: String
    /// How many of it: 1 to 1,000.
    public var count: Int
    /// Whether the server has it; until then it is only on this device.
    public var isConfirmed: Bool

    /// Describes an order.
    public init(id: String, title: String, count: Int, isConfirmed: Bool = true) {
        self.id = id
        self.title = title
        self.count = count
        self.isConfirmed = isConfirmed
    }
}
