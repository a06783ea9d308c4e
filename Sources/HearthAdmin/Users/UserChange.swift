public import HearthCore
internal import HearthWire

/// What changes of a user; what is not mentioned stays.
public struct UserChange: Sendable {
    /// What happens to a property that may be absent.
    public enum Field<Value: Sendable>: Sendable {
        /// It stays.
        case keep
        /// It gets a value.
        case set(Value)
        /// It is removed.
        case clear
    }

    /// The e-mail address; a new one is not verified, unless ``isEmailVerified`` says so.
    public var email: String?
    /// Whether the address is known to be the user's.
    public var isEmailVerified: Bool?
    /// The password.
    public var password: Secret<String>?
    /// The display name.
    public var displayName: Field<String> = .keep
    /// The address of a picture.
    public var photoURL: Field<String> = .keep
    /// The telephone number.
    public var phoneNumber: Field<PhoneNumber> = .keep
    /// Whether the user is kept out.
    public var isDisabled: Bool?
    /// The sign-in methods to take away, for example `google.com`.
    public var removedProviders: [String] = []

    /// Describes a change.
    ///
    /// - Parameter fill: Sets what changes.
    public init(_ fill: (inout UserChange) -> Void) {
        fill(&self)
    }

    func request(of uid: UserID) -> UpdateAccount.Request {
        var request = UpdateAccount.Request()
        request.localId = uid.rawValue
        request.email = email
        request.emailVerified = isEmailVerified
        request.password = password
        request.disableUser = isDisabled
        var cleared: [UserAttribute] = []
        var removed = removedProviders
        request.displayName = displayName.value { cleared.append(.displayName) }
        request.photoUrl = photoURL.value { cleared.append(.photoURL) }
        // A number is a sign-in method, and goes as one.
        request.phoneNumber = phoneNumber.value { removed.append("phone") }?.text
        request.deleteAttribute = cleared.isEmpty ? nil : cleared
        request.deleteProvider = removed.isEmpty ? nil : removed
        return request
    }
}

extension UserChange.Field {
    /// The value to set, if there is one.
    fileprivate func value(onClear: () -> Void) -> Value? {
        switch self {
        case .keep: return nil
        case .set(let value): return value
        case .clear:
            onClear()
            return nil
        }
    }
}
