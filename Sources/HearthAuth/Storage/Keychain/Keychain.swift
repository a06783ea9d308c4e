/// What a keychain can do, answered with Apple's own status numbers.
///
/// A seam, so that what is made of the numbers can be tested on systems without a keychain.
protocol Keychain: Sendable {
    /// The content of an item, and why there is none.
    func read(_ item: KeychainItem) -> (status: KeychainStatus, content: [UInt8]?)
    /// Makes an item that does not exist.
    func add(_ item: KeychainItem, _ content: [UInt8]) -> KeychainStatus
    /// Replaces the content of an item that exists.
    func update(_ item: KeychainItem, _ content: [UInt8]) -> KeychainStatus
    /// Removes an item.
    func delete(_ item: KeychainItem) -> KeychainStatus
}

/// The name of a generic password.
struct KeychainItem: Sendable, Hashable {
    var service: String
    var account: String
    /// The group of apps that share the item; `nil` for the app's own.
    var accessGroup: String?
    /// Whether iCloud's keychain takes it to the user's other devices.
    var isSynchronized = false
}

/// How a call of the keychain ended: an `OSStatus` of Security's `SecBase.h`.
struct KeychainStatus: RawRepresentable, Sendable, Hashable {
    let rawValue: Int32

    static let success = KeychainStatus(rawValue: 0)
    static let diskFull = KeychainStatus(rawValue: -34)
    static let readOnly = KeychainStatus(rawValue: -25_292)
    static let authenticationFailed = KeychainStatus(rawValue: -25_293)
    static let duplicate = KeychainStatus(rawValue: -25_299)
    static let notFound = KeychainStatus(rawValue: -25_300)
    static let interactionNotAllowed = KeychainStatus(rawValue: -25_308)
    static let undecodable = KeychainStatus(rawValue: -26_275)
    static let missingEntitlement = KeychainStatus(rawValue: -34_018)

    /// What a storage says of it.
    var unavailability: StorageUnavailability {
        switch self {
        case .interactionNotAllowed: .locked
        case .missingEntitlement, .authenticationFailed, .readOnly: .denied
        case .diskFull: .full
        case .undecodable: .undecodable
        default: .failed
        }
    }
}
