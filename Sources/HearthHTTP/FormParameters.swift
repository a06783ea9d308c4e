internal import HearthCore

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

    /// How many parameters are read unless another number is given.
    public static let defaultLimit = 1000

    /// Reads `name=value&name=value`, in one pass, up to ``defaultLimit`` parameters.
    ///
    /// Parameters above the limit and parts that are not UTF-8 are left out: where that must be noticed, use
    /// ``init(parsing:limit:)``.
    ///
    /// - Parameter text: The encoded text, without a leading `?`.
    public init(decoding text: some StringProtocol) {
        var rest = Substring(text)
        while !rest.isEmpty, all.count < Self.defaultLimit {
            let end = rest.firstIndex(ofByte: UInt8(ascii: "&"))
            if let parameter = Self.parameter(rest[..<(end ?? rest.endIndex)]) { all.append(parameter) }
            rest = end.map { rest[rest.utf8.index(after: $0)...] } ?? ""
        }
    }

    /// Reads `name=value&name=value`, in one pass.
    ///
    /// - Parameters:
    ///   - bytes: The encoded form, without a leading `?`.
    ///   - limit: How many parameters there may be.
    /// - Throws: ``FormError`` if there are more, or if one of them is not UTF-8.
    public init(parsing bytes: some Sequence<UInt8>, limit: Int = defaultLimit) throws(FormError) {
        var error: FormError?
        Self.forEachPart(of: bytes) { part in
            if all.count >= limit {
                error = FormError(.tooManyParameters)
            } else if let text = String(utf8Bytes: part), let parameter = Self.parameter(text[...]) {
                all.append(parameter)
            } else {
                error = FormError(.notUTF8)
            }
            return error == nil
        }
        if let error { throw error }
    }

    /// Adds a parameter after the others.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func append(_ name: String, _ value: String) {
        all.append(Parameter(name: name, value: value))
    }

    /// The first value of a name, which is compared byte by byte.
    public subscript(name: String) -> String? {
        all.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The parameters as text, percent-encoded.
    public var encoded: String {
        all.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    }

    /// Calls a function with every part between `&` that is not empty, until it has had enough.
    private static func forEachPart(of bytes: some Sequence<UInt8>, _ take: (ArraySlice<UInt8>) -> Bool) {
        var part: [UInt8] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "&") else {
                part.append(byte)
                continue
            }
            if !part.isEmpty {
                guard take(part[...]) else { return }
                part.removeAll(keepingCapacity: true)
            }
        }
        if !part.isEmpty { _ = take(part[...]) }
    }

    private static func parameter(_ part: Substring) -> Parameter? {
        guard !part.isEmpty else { return nil }
        let end = part.firstIndex(ofByte: UInt8(ascii: "="))
        guard let name = PercentEncoding.decode(part[..<(end ?? part.endIndex)], plusIsSpace: true) else { return nil }
        guard let end else { return Parameter(name: name, value: "") }
        guard let value = PercentEncoding.decode(part[part.utf8.index(after: end)...], plusIsSpace: true) else {
            return nil
        }
        return Parameter(name: name, value: value)
    }
}
