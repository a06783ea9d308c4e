extension AuthError {
    /// Says that the session cannot be read or written.
    ///
    /// - Parameter storage: Why.
    init(_ storage: StorageUnavailability) {
        self.init(.storageUnavailable, Self.remedies[storage] ?? "It is tried again as long as the app runs.")
        self.storage = storage
        underlying = storage
    }

    private static let remedies: [StorageUnavailability: String] = [
        .undecodable:
            "The stored session is damaged or of a newer version. Sign in again, or discard it with signOut().",
        .locked: "The device is locked. Try again when it is unlocked.",
        .denied:
            "The process may not use the storage. Check the keychain entitlement, or the directory's owner and mode.",
        .full: "There is no room left in the storage. Free some, then try again.",
        .busy: "Another process is writing the session. It is tried again as long as the app runs.",
    ]
}
