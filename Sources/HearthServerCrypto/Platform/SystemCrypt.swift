#if canImport(CCrypt)
internal import CCrypt
#endif
internal import HearthCrypto

/// The system's `crypt`, which knows bcrypt on Linux.
enum SystemCrypt {
    /// Hashes a password by a setting such as `$2b$10$…`.
    ///
    /// - Parameters:
    ///   - password: Bytes other than zero.
    ///   - setting: The revision, the cost and the salt.
    /// - Returns: The setting with the hash after it, or `nil` if the setting is not one.
    /// - Throws: ``CryptoError`` with code ``CryptoError/Code/unsupported`` where there is no such library.
    static func crypt(_ password: [UInt8], setting: [UInt8]) throws(CryptoError) -> [UInt8]? {
        #if canImport(CCrypt)
        var workspace = [UInt8](repeating: 0, count: MemoryLayout<crypt_data>.size)
        let password = (password + [0]).map { CChar(bitPattern: $0) }
        let setting = (setting + [0]).map { CChar(bitPattern: $0) }
        return unsafe workspace.withUnsafeMutableBytes { workspace in
            let result = unsafe crypt_rn(password, setting, workspace.baseAddress, CInt(workspace.count))
            return unsafe result.map { unsafe Array(String(cString: $0).utf8) }
        }
        #else
        throw CryptoError(.unsupported, "bcrypt needs libcrypt")
        #endif
    }
}
