/// A text that identifies something, compared byte by byte.
///
/// Swift's `==` on `String` takes canonically equivalent texts for equal (`é` as one scalar, or as `e` and a mark),
/// and the database, the tokens and the other side do not: two such identifiers are two things everywhere. Compare
/// values of these types, not their texts.
public protocol Identifier: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible
where RawValue == String {}

extension Identifier {
    /// Whether both have the same bytes.
    ///
    /// - Parameters:
    ///   - left: An identifier.
    ///   - right: Another one.
    /// - Returns: Whether they are the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    /// Whether the two differ in a byte.
    ///
    /// Written out, because the standard library's for raw values would compare the texts.
    ///
    /// - Parameters:
    ///   - left: An identifier.
    ///   - right: Another one.
    /// - Returns: Whether they are not the same.
    public static func != (left: Self, right: Self) -> Bool {
        !left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    /// Hashes the bytes.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: rawValue)
    }

    /// The identifier's text.
    public var description: String { rawValue }
}

extension Hasher {
    /// Hashes a text's bytes; `combine` would hash what is canonically equivalent alike.
    mutating func combine(bytesOf text: String) {
        for byte in text.utf8 { combine(byte) }
        combine(0xFF as UInt8)
    }
}

/// What identifiers may be made of.
enum IdentifierRule {
    /// Any text of bounded length without control characters and line ends.
    static func isText(_ text: String, of bytes: ClosedRange<Int>) -> Bool {
        bytes.contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: false
                default: true
                }
            }
    }

    /// 1 to 128 letters, digits, `-`, `_`, `.` and `:` of ASCII, so that it may stand in a path and in a token.
    static func isName(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}

/// An account's identifier, the `localId` and `sub` of the wire: 1 to 128 bytes without control characters.
///
/// The backend makes identifiers of 28 letters and digits; an administrator may choose any other.
public struct UserID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts 1 to 128 bytes of UTF-8 without control characters and line ends.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard IdentifierRule.isText(rawValue, of: 1...128) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads an identifier back that was accepted once, by whatever rules: no account is lost to a stricter one.
    ///
    /// - Parameter stored: The identifier's text, of any length.
    package init(stored: String) {
        rawValue = stored
    }
}

/// A project's identifier, for example `demo-shop`.
public struct ProjectID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts 1 to 128 letters, digits, `-`, `_`, `.` and `:`, so that it may stand in a path and in a token.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard IdentifierRule.isName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// A tenant's identifier inside a project: 1 to 128 bytes without control characters.
public struct TenantID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts 1 to 128 bytes of UTF-8 without control characters and line ends.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard IdentifierRule.isText(rawValue, of: 1...128) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads an identifier back that was accepted once, by whatever rules: no tenant is lost to a stricter one.
    ///
    /// - Parameter stored: The identifier's text, of any length.
    package init(stored: String) {
        rawValue = stored
    }
}

/// An identity provider's name, for example `google.com`, `oidc.staff` or `password`.
public struct ProviderID: Identifier {
    /// The name.
    public let rawValue: String

    /// Accepts 1 to 128 letters, digits, `-`, `_`, `.` and `:`.
    ///
    /// - Parameter rawValue: The name.
    public init?(rawValue: String) {
        guard IdentifierRule.isName(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads a name back that was accepted once, by whatever rules: no linked provider is lost to a stricter one.
    ///
    /// - Parameter stored: The text, of any length.
    package init(stored: String) {
        rawValue = stored
    }
}

/// How a provider names one of its users, the `rawId` of the wire: 1 to 1024 bytes without control characters.
///
/// Unique at its provider alone: two providers may use one text for two people.
public struct ProviderUserID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts 1 to 1024 bytes of UTF-8 without control characters and line ends.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard IdentifierRule.isText(rawValue, of: 1...1024) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads an identifier back that was accepted once, by whatever rules: no linked user is lost to a stricter one.
    ///
    /// - Parameter stored: The text, of any length.
    package init(stored: String) {
        rawValue = stored
    }
}

/// The identifier of an enrolled second factor, the `mfaEnrollmentId` of the wire: 1 to 128 bytes without control
/// characters.
public struct FactorID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts 1 to 128 bytes of UTF-8 without control characters and line ends.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard IdentifierRule.isText(rawValue, of: 1...128) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads an identifier back that was accepted once, by whatever rules: no second factor is lost to a stricter one.
    ///
    /// - Parameter stored: The text, of any length.
    package init(stored: String) {
        rawValue = stored
    }
}

/// The identifier of an enrolled passkey, the `credentialId` of the wire: base64url without padding.
///
/// The authenticator chose its 1 to 1023 bytes. A passkey that was enrolled by its identifier alone, as only the lenient
/// profile allows, may have any text of up to 2048 bytes.
public struct PasskeyID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Accepts 1 to 2048 bytes of UTF-8 without control characters and line ends.
    ///
    /// - Parameter rawValue: The identifier's text.
    public init?(rawValue: String) {
        guard IdentifierRule.isText(rawValue, of: 1...2048) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads an identifier back that was accepted once, by whatever rules: no passkey is lost to a stricter one.
    ///
    /// - Parameter stored: The text, of any length.
    package init(stored: String) {
        rawValue = stored
    }
}
