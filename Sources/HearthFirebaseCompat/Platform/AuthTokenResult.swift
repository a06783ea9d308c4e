public import Foundation
internal import HearthAuth
internal import HearthCore
internal import HearthJSON

/// An identity token with what it says, which no one has verified here.
public final class AuthTokenResult: Sendable {
    private let value: IDTokenResult

    init(_ value: IDTokenResult) {
        self.value = value
    }

    /// The token itself: anyone who has it is the user.
    public var token: String { value.token.reveal() }
    /// When it expires, by the service's clock.
    public var expirationDate: Date { Date(value.expirationDate) }
    /// When it was made, by the service's clock.
    public var issuedAtDate: Date { Date(value.issuedAtDate) }
    /// When the user proved who they are, by the service's clock; when the token was made, if it does not tell.
    public var authDate: Date { Date(value.authDate ?? value.issuedAtDate) }
    /// The sign-in method, for example `password`; empty if the token does not tell.
    public var signInProvider: String { value.signInProvider ?? "" }
    /// The kind of second factor that was shown, for example `phone`; empty if none was.
    public var signInSecondFactor: String { value.signInSecondFactor ?? "" }

    /// Everything it says, made anew at each call, so that the result itself can cross tasks.
    ///
    /// Numbers are `NSNumber`, as in FirebaseAuth: `as? Int` and `as? Double` both succeed.
    public var claims: [String: Any] { value.claims.dictionary ?? [:] }
}

extension AuthTokenResult: CustomStringConvertible, CustomReflectable {
    /// When the token expires, and nothing of what it says.
    public var description: String { "AuthTokenResult(\(value))" }

    /// An empty mirror, so that `dump` prints nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension JSONValue {
    /// The members as Foundation has them, if this is an object.
    var dictionary: [String: Any]? {
        object.map { object in
            Dictionary(uniqueKeysWithValues: object.members.map { ($0.name, $0.value.foundation) })
        }
    }

    private var foundation: Any {
        switch self {
        case .null: NSNull()
        case .bool(let truth): NSNumber(value: truth)
        case .integer(let integer): NSNumber(value: integer)
        case .number(let number): NSNumber(value: number)
        case .string(let text): text
        case .array(let values): values.map(\.foundation)
        case .object: dictionary ?? [:]
        }
    }
}
