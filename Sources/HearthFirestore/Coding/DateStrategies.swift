/// What a `Date` becomes in a document.
public enum DateEncodingStrategy: Sendable {
    /// A timestamp.
    case timestamp
    /// Seconds since 1970, with a fraction.
    case secondsSince1970
    /// Milliseconds since 1970.
    case millisecondsSince1970
    /// A text in RFC 3339's form.
    case iso8601
}

/// What a `Date` is made of.
public enum DateDecodingStrategy: Sendable {
    /// A timestamp.
    case timestamp
    /// Seconds since 1970, with a fraction.
    case secondsSince1970
    /// Milliseconds since 1970.
    case millisecondsSince1970
    /// A text in RFC 3339's form.
    case iso8601
}
