/// Names and values in order, as a query or an `application/x-www-form-urlencoded` body carries them.
public struct FormParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One name with its value.
    public struct Parameter: Sendable, Hashable {
        /// The name, decoded.
        public var name: String
        /// The value, decoded.
        public var value: String
    }

    /// Every parameter, in order.
    public private(set) var all: [Parameter] = []

    /// Creates an empty list.
    public init() {}

    /// Creates parameters from names and values.
    ///
    /// - Parameter elements: Names and values, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Reads `name=value&name=value`.
    ///
    /// A part that is not UTF-8 is left out.
    ///
    /// - Parameter text: The encoded text, without a leading `?`.
    public init(decoding text: some StringProtocol) {
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(pair[0], plusIsSpace: true),
                let value = PercentEncoding.decode(pair.count > 1 ? pair[1] : "", plusIsSpace: true)
            else { continue }
            append(name, value)
        }
    }

    /// Adds a parameter after the others.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func append(_ name: String, _ value: String) {
        all.append(Parameter(name: name, value: value))
    }

    /// The first value of a name.
    public subscript(name: String) -> String? {
        all.first { $0.name == name }?.value
    }

    /// The parameters as text, percent-encoded.
    public var encoded: String {
        all.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    }
}
