/// One item of a purchase, a cart or a list.
///
/// ```swift
/// AnalyticsItem(id: "sku-1", name: "Teapot", price: 24.5, quantity: 2, custom: ["glaze": "blue"])
/// ```
public struct AnalyticsItem: Sendable, Hashable {
    /// The item's parameters, those that have a name of their own included.
    public var parameters: AnalyticsParameters

    /// Creates an item from parameters.
    ///
    /// - Parameter parameters: The parameters; an item has no items of its own.
    public init(parameters: AnalyticsParameters) {
        self.parameters = parameters
    }

    /// Creates an item; ``AnalyticsParameter/itemID`` or ``AnalyticsParameter/itemName`` should be there.
    ///
    /// - Parameters:
    ///   - id: The item's identifier in the shop.
    ///   - name: Its name.
    ///   - brand: Its brand.
    ///   - category: Its category.
    ///   - variant: Its variant, for example a color.
    ///   - price: The price of one piece, in the event's currency.
    ///   - quantity: The number of pieces.
    ///   - coupon: The coupon that was used for it.
    ///   - index: Its place in a list.
    ///   - custom: More parameters, at most 27; 10 of them reach Google.
    public init(
        id: String? = nil,
        name: String? = nil,
        brand: String? = nil,
        category: String? = nil,
        variant: String? = nil,
        price: Double? = nil,
        quantity: Int? = nil,
        coupon: String? = nil,
        index: Int? = nil,
        custom: AnalyticsParameters = [:]
    ) {
        var parameters = AnalyticsParameters()
        parameters[.itemID] = id.map { .string($0) }
        parameters[.itemName] = name.map { .string($0) }
        parameters[.itemBrand] = brand.map { .string($0) }
        parameters[.itemCategory] = category.map { .string($0) }
        parameters[.itemVariant] = variant.map { .string($0) }
        parameters[.price] = price.map { .double($0) }
        parameters[.quantity] = quantity.map { .int(Int64($0)) }
        parameters[.coupon] = coupon.map { .string($0) }
        parameters[.index] = index.map { .int(Int64($0)) }
        parameters.merge(defaults: custom)
        self.parameters = parameters
    }
}
