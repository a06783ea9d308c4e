internal import HearthAuth

/// What shows a provider's page unless the app says otherwise.
enum StandardWebAuthenticator {
    static func make() -> (any WebAuthenticator)? {
        #if os(Linux) || os(macOS)
        LoopbackWebAuthenticator()
        #else
        nil
        #endif
    }
}
