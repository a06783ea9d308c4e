#if canImport(Security)
internal import Foundation
internal import Security

/// Apple's keychain: the one that is bound to the app and, on macOS too, sealed by the device's passcode.
struct SystemKeychain: Keychain {
    func read(_ item: KeychainItem) -> (status: KeychainStatus, content: [UInt8]?) {
        var query = Self.query(item)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        return (KeychainStatus(rawValue: status), (result as? Data).map { Array($0) })
    }

    func add(_ item: KeychainItem, _ content: [UInt8]) -> KeychainStatus {
        var attributes = Self.query(item)
        attributes[kSecValueData] = Data(content)
        // A session is refreshed in the background too, and belongs to no other device unless that is wished.
        attributes[kSecAttrAccessible] =
            item.isSynchronized
            ? kSecAttrAccessibleAfterFirstUnlock : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return KeychainStatus(rawValue: SecItemAdd(attributes as CFDictionary, nil))
    }

    func update(_ item: KeychainItem, _ content: [UInt8]) -> KeychainStatus {
        let change: [CFString: Any] = [kSecValueData: Data(content)]
        return KeychainStatus(rawValue: SecItemUpdate(Self.query(item) as CFDictionary, change as CFDictionary))
    }

    func delete(_ item: KeychainItem) -> KeychainStatus {
        KeychainStatus(rawValue: SecItemDelete(Self.query(item) as CFDictionary))
    }

    private static func query(_ item: KeychainItem) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: item.service,
            kSecAttrAccount: item.account,
            kSecAttrSynchronizable: item.isSynchronized,
            kSecUseDataProtectionKeychain: true,
        ]
        query[kSecAttrAccessGroup] = item.accessGroup
        return query
    }
}
#endif
