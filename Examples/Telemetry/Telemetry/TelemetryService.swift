/// What the shop's use cases tell of users and of what goes wrong; they know no more of it than this.
public protocol TelemetryService: Sendable {
    /// A screen is shown.
    func screenWasShown(_ name: String)
    /// Something that is worth counting happened.
    func log(_ event: ShopEvent)
    /// A user signed in, or out.
    func userDidChange(to account: String?)
    /// Something went wrong that the app can go on after.
    func record(_ error: any Error, during step: String)
}

/// What the shop counts.
public enum ShopEvent: Sendable, Equatable {
    /// A user looked for something.
    case searched(term: String)
    /// A user paid.
    case bought(Order)
}

/// An order that was paid.
public struct Order: Sendable, Equatable {
    /// One line of it.
    public struct Line: Sendable, Equatable {
        /// The product's identifier.
        public let product: String
        /// The product's name.
        public let name: String
        /// The price of one piece.
        public let price: Double
        /// The number of pieces.
        public let quantity: Int

        /// Describes a line.
        ///
        /// - Parameters:
        ///   - product: The product's identifier.
        ///   - name: The product's name.
        ///   - price: The price of one piece.
        ///   - quantity: The number of pieces.
        public init(product: String, name: String, price: Double, quantity: Int) {
            self.product = product
            self.name = name
            self.price = price
            self.quantity = quantity
        }
    }

    /// The order's identifier.
    public let id: String
    /// The currency, in three letters.
    public let currency: String
    /// What was bought.
    public let lines: [Line]

    /// Describes an order.
    ///
    /// - Parameters:
    ///   - id: The order's identifier.
    ///   - currency: The currency, in three letters.
    ///   - lines: What was bought.
    public init(id: String, currency: String, lines: [Line]) {
        self.id = id
        self.currency = currency
        self.lines = lines
    }

    /// What was paid.
    public var total: Double { lines.reduce(0) { $0 + $1.price * Double($1.quantity) } }
}
