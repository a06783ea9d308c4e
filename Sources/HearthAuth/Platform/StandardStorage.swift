/// Where a client keeps its session unless it is told: in the keychain where there is one, else in a sealed file.
enum StandardStorage {
    static func of(_ configuration: AuthConfiguration) -> any SessionStorage {
        #if canImport(Security)
        KeychainSessionStorage.standard(for: configuration)
        #else
        FileSessionStorage.standard(for: configuration)
        #endif
    }
}
