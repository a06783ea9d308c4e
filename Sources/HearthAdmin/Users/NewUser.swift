public import HearthCore
internal import HearthWire

/// What is known of a user who is created.
public struct NewUser: Sendable {
    /// The identifier; `nil` lets the service choose one.
    public var uid: UserID?
    /// The e-mail address.
    public var email: String?
    /// Whether the address is known to be the user's; no unless set.
    public var isEmailVerified = false
    /// The password.
    public var password: Secret<String>?
    /// The display name.
    public var displayName: String?
    /// The address of a picture.
    public var photoURL: String?
    /// The telephone number.
    public var phoneNumber: PhoneNumber?
    /// Whether the user is kept out; no unless set.
    public var isDisabled = false

    /// Describes a user.
    ///
    /// - Parameter fill: Sets what is known. Defaults to nothing, which makes a guest.
    public init(_ fill: (inout NewUser) -> Void = { _ in }) {
        fill(&self)
    }

    var request: SignUp.Request {
        SignUp.Request {
            $0.localId = uid?.rawValue
            $0.email = email
            $0.emailVerified = isEmailVerified
            $0.password = password
            $0.displayName = displayName
            $0.photoUrl = photoURL
            $0.phoneNumber = phoneNumber?.text
            $0.disabled = isDisabled
        }
    }
}
