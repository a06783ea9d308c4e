#if canImport(LocalAuthentication) && canImport(Security) && !os(watchOS)
internal import Foundation
public import HearthCore
internal import LocalAuthentication
internal import Security

/// A gate that opens to the face or the finger of who is enrolled on the device.
///
/// The key of the session lies in the keychain and comes out of it only when the system has recognised the person; it is
/// destroyed when a face or a finger is added, and ``GateRefusal/keyLost`` from then on.
public struct BiometricGate: SessionGate {
    private let service: String
    private let random: RandomSource

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - service: What the keys are kept under. Defaults to `hearth.gate`.
    ///   - random: Where keys come from. Defaults to the system's generator.
    public init(service: String = "hearth.gate", random: RandomSource = .system) {
        self.service = service
        self.random = random
    }

    /// Lets the system recognise the person, and takes the key out of the keychain.
    ///
    /// - Parameters:
    ///   - salt: Which key.
    ///   - reason: What to tell the person.
    /// - Returns: The key.
    /// - Throws: ``GateRefusal``.
    @concurrent
    public func key(salt: [UInt8], reason: String) async throws(GateRefusal) -> Secret<[UInt8]> {
        let context = LAContext()
        context.localizedReason = reason
        var problem: NSError?
        guard unsafe context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &problem) else {
            throw .biometry(problem?.code ?? 0)
        }
        let account = Hex.encode(salt)
        if let key = try read(account, context) { return key }
        try make(account)
        guard let key = try read(account, context) else { throw .unavailable }
        return key
    }

    /// The key, once the person was recognised; `nil` if there is none.
    private func read(_ account: String, _ context: LAContext) throws(GateRefusal) -> Secret<[UInt8]>? {
        var query = query(account)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        query[kSecUseAuthenticationContext] = context
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        if let refusal = GateRefusal.keychain(status) { throw refusal }
        return (result as? Data).map { Secret(Array($0)) }
    }

    /// Makes the key of a salt, unless there was one before: then what it sealed is lost.
    private func make(_ account: String) throws(GateRefusal) {
        guard
            let access = SecAccessControlCreateWithFlags(
                nil,
                kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
                .biometryCurrentSet,
                nil
            )
        else { throw .unavailable }
        // Says that there is a key, and is not destroyed with it.
        var mark = query(account + ".made")
        mark[kSecValueData] = Data([1])
        mark[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let marked = SecItemAdd(mark as CFDictionary, nil)
        if marked == errSecDuplicateItem { throw .keyLost }
        guard marked == errSecSuccess else { throw .unavailable }
        var item = query(account)
        item[kSecValueData] = Data(random.bytes(32))
        item[kSecAttrAccessControl] = access
        guard SecItemAdd(item as CFDictionary, nil) == errSecSuccess else {
            SecItemDelete(query(account + ".made") as CFDictionary)
            throw .unavailable
        }
    }

    private func query(_ account: String) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrAccount: account,
            kSecUseDataProtectionKeychain: true,
        ]
    }
}
#endif
