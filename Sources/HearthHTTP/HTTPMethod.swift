/// An HTTP method, case-sensitive ([RFC 9110 §9.1](https://www.rfc-editor.org/rfc/rfc9110#section-9.1)).
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The method as it stands in a request line.
    public let rawValue: String

    /// Creates a method from its spelling, known or not.
    ///
    /// - Parameter rawValue: The method as it stands in a request line.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Reads.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads, but only the head of the answer.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Does what the resource does with a body.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes a part.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Asks what is allowed.
    public static let options = HTTPMethod(rawValue: "OPTIONS")

    /// The method as it stands in a request line.
    public var description: String { rawValue }
}
