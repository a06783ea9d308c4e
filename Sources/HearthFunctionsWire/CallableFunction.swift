/// A callable function, declared once and used by both ends.
///
/// ```swift
/// enum ProcessPayment: CallableFunction {
///     static let name = "processPayment"
///     struct Input: Codable, Sendable { var amount: Double; var orderID: String }
///     struct Output: Codable, Sendable { var receipt: String }
/// }
/// ```
public protocol CallableFunction {
    /// What the caller sends.
    associatedtype Input: Codable & Sendable
    /// What the function answers.
    associatedtype Output: Codable & Sendable

    /// The name in the address: letters, digits, `-` and `_`.
    static var name: String { get }
    /// The region that the function runs in; `nil` for the client's own and the host's default.
    static var region: String? { get }
}

extension CallableFunction {
    /// The client's own, and the host's default.
    public static var region: String? { nil }
}

/// A callable function that sends messages before its result.
public protocol StreamingFunction: CallableFunction {
    /// What the function sends any number of times.
    associatedtype Message: Codable & Sendable
}

/// A value for calls that bring or take nothing: `null` on the wire.
public struct Empty: Codable, Sendable, Hashable {
    /// The value.
    public init() {}

    /// Takes whatever is there.
    public init(from decoder: any Decoder) throws {}

    /// Writes `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
