internal import HearthAuth

extension Auth {
    /// The keychain group of the apps that share the session; `nil` for the app's own session.
    public var userAccessGroup: String? { place.accessGroup }

    /// Whether the user's other devices share the session too, by iCloud's keychain; counts from the next
    /// ``useUserAccessGroup(_:)`` on, and for a group alone, as in FirebaseAuth.
    public var shareAuthStateAcrossDevices: Bool {
        get { place.isSharedAcrossDevices }
        set { setPlace { $0.isSharedAcrossDevices = newValue } }
    }

    /// Goes over to the session that the apps of a keychain group share; who is signed in there is the user from then on.
    ///
    /// The session that was used before stays where it is.
    ///
    /// - Parameter accessGroup: The group, as it stands in the entitlements; `nil` for the app's own session.
    /// - Throws: An `NSError` with ``AuthErrorCode/keychainError`` where there is no such keychain, and for a client of the
    ///   app's own: give that a storage with a group.
    public func useUserAccessGroup(_ accessGroup: String?) throws {
        do {
            var next = place
            next.accessGroup = accessGroup
            guard let configuration = ownConfiguration else {
                throw AuthError(.storageUnavailable, "the client is the app's own: give it a storage with the group")
            }
            _ = try next.storage(configuration)
            move(to: next)
        } catch {
            throw AuthErrors.error(error, at: self)
        }
    }

    /// Who is signed in to the session that the apps of a keychain group share.
    ///
    /// - Parameter accessGroup: The group.
    /// - Returns: The user; `nil` if no user is signed in there.
    /// - Throws: An `NSError` with ``AuthErrorCode/keychainError`` if that cannot be known.
    public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
        do {
            var other = place
            other.accessGroup = accessGroup
            guard let configuration = ownConfiguration else {
                throw AuthError(.storageUnavailable, "the client is the app's own: ask its storage")
            }
            let storage = try other.storage(configuration)
            let client = HearthAuth.Auth(configuration, storage: storage, readsStorageAtOnce: true)
            switch client.state {
            case .signedIn(let value): return User(value, of: self)
            case .signedOut: return nil
            case .restoring, .storageUnavailable: throw AuthError(.storageUnavailable, "the group cannot be read now")
            }
        } catch {
            throw AuthErrors.error(error, at: self)
        }
    }
}
