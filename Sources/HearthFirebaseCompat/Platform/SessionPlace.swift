internal import HearthAuth

/// Where the session of an app is kept.
struct SessionPlace: Sendable, Hashable {
    /// The name of the `FirebaseApp`.
    var appName: String
    /// The keychain group of the apps that share the session.
    var accessGroup: String?
    /// Whether the user's other devices share it too.
    var isSharedAcrossDevices = false

    /// The storage there, which takes over what FirebaseAuth has kept; `nil` for the standard one.
    ///
    /// - Throws: `AuthError` if the system has no groups.
    func storage(_ configuration: AuthConfiguration) throws(AuthError) -> (any SessionStorage)? {
        #if canImport(Security)
        let storage = KeychainSessionStorage.standard(
            for: configuration,
            accessGroup: accessGroup,
            isSharedAcrossDevices: isSharedAcrossDevices && accessGroup != nil
        )
        if let accessGroup {
            let archive = KeychainSessionStorage.firebaseAuth(apiKey: configuration.apiKey, accessGroup: accessGroup)
            return FirebaseAuthMigration(storage, archive: archive)
        }
        guard let appID = configuration.appID else { return storage }
        let archive = KeychainSessionStorage.firebaseAuth(appID: appID, appName: appName)
        return FirebaseAuthMigration(storage, archive: archive)
        #else
        guard accessGroup == nil else {
            throw AuthError(.storageUnavailable, "this system has no keychain that apps share")
        }
        return nil
        #endif
    }
}
