internal import HearthWire

/// Every operation this backend answers, one line each, in the order of the API reference.
///
/// An operation has three files with one name: in `HearthWire`, in `Endpoints`, and in the tests.
struct Routes: Sendable {
    let handlers: [Handler]

    init(_ parts: BackendParts) {
        handlers = [
            // Accounts
            Handler(parts.signUp),
            Handler(parts.signInWithPassword),
            Handler(parts.signInWithCustomToken),
            Handler(parts.lookUpAccount),
            Handler(parts.updateAccount),
            Handler(parts.deleteAccount),
            Handler(parts.sendCode),
            Handler(parts.resetPassword),
            Handler(parts.createAuthURI),
            // Sessions
            Handler(parts.exchangeRefreshToken),
            // Administration
            Handler(parts.getProject),
            Handler(parts.listAccounts),
            Handler(parts.importAccounts),
            Handler(parts.deleteAccounts),
            Handler(parts.queryAccounts),
            // Emulator
            Handler(parts.clearAccounts),
            Handler(parts.getEmulatorConfig),
            Handler(parts.updateEmulatorConfig),
            Handler(parts.listCodes),
        ]
    }
}
