internal import HearthDatabase
internal import HearthWire

/// Forgets every account of a project or a tenant; mailed codes stay, as in the official emulator.
struct ClearAccountsEndpoint: Endpoint {
    typealias Op = ClearAccounts

    let store: Store
    let writer: AccountWriter

    func respond(to request: ClearAccounts.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        try await store.write(call) { tx in try writer.deleteAll(tx) }
        return EmptyMessage()
    }
}

/// Shows the emulator's switches.
struct GetEmulatorConfigEndpoint: Endpoint {
    typealias Op = GetEmulatorConfig

    let policy: Policy
    let store: Store

    func respond(to request: GetEmulatorConfig.Request, in call: Call) async throws(APIError) -> EmulatorConfig {
        let settings = try await store.settings(for: call)
        return EmulatorConfig(settings, policy)
    }
}

/// Changes the emulator's switches that the request names.
struct UpdateEmulatorConfigEndpoint: Endpoint {
    typealias Op = UpdateEmulatorConfig

    let policy: Policy
    let store: Store

    func respond(to request: UpdateEmulatorConfig.Request, in call: Call) async throws(APIError) -> EmulatorConfig {
        let settings = try await store.write(call) { tx in
            var settings = try store.projects.settings(of: tx.scope.project, tx)
            if let allows = request.signIn?.allowDuplicateEmails { settings.allowsDuplicateEmails = allows }
            if let hides = request.emailPrivacyConfig?.enableImprovedEmailPrivacy { settings.hidesEmails = hides }
            try store.projects.save(settings, of: tx.scope.project, tx)
            return settings
        }
        return EmulatorConfig(settings, policy)
    }
}

/// Lists the mailed codes that are still good.
struct ListCodesEndpoint: Endpoint {
    typealias Op = ListCodes

    let store: Store

    func respond(to request: ListCodes.Request, in call: Call) async throws(APIError) -> ListCodes.Response {
        let codes = try await store.read(call) { tx in try store.codes.list(tx) }
        return ListCodes.Response { $0.oobCodes = codes }
    }
}

extension EmulatorConfig {
    fileprivate init(_ settings: ProjectSettings, _ policy: Policy) {
        self.init()
        signIn = SignIn { $0.allowDuplicateEmails = settings.allowsDuplicateEmails }
        emailPrivacyConfig = EmailPrivacy {
            $0.enableImprovedEmailPrivacy = settings.hidesEmails ?? policy.hidesEmails
        }
    }
}
