/// An account's identifier, the `localId` and `sub` of the wire: 1 to 128 bytes.
///
/// The backend makes identifiers of 28 letters and digits; an administrator may choose any other.
public struct UserID: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts an identifier of 1 to 128 bytes of UTF-8.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard (1...128).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    /// The identifier's text.
    public var description: String { rawValue }
}

/// A project's identifier, for example `demo-shop`.
public struct ProjectID: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts 1 to 128 letters, digits, `-`, `_`, `.` and `:`, so that it may stand in a path and in a token.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        let allowed = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: ":"):
                true
            default: false
            }
        }
        guard allowed, (1...128).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    /// The identifier's text.
    public var description: String { rawValue }
}

/// A tenant's identifier inside a project: 1 to 128 bytes.
public struct TenantID: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts an identifier of 1 to 128 bytes of UTF-8.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard (1...128).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    /// The identifier's text.
    public var description: String { rawValue }
}
