package import HearthCore
internal import HearthCrypto
internal import HearthDatabase
package import HearthJSON

extension Backend {
    /// The present code of an account's authenticator app, for the console of an emulator.
    ///
    /// - Parameters:
    ///   - factor: The enrollment of the app.
    ///   - account: The account's identifier.
    ///   - project: The project.
    ///   - tenant: The tenant; `nil` for the project itself.
    /// - Returns: `code`, the `seconds` for which the emulator's clock shows it, and whether it was `used`, after which the
    ///   next one has to be waited for; `nil` if the account has no such app.
    /// - Throws: ``BackendError`` outside emulator mode, where nothing but the user's own device knows the code, or if
    ///   the storage fails.
    package func currentCode(
        of factor: FactorID,
        of account: UserID,
        project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> JSONObject? {
        try refuseOutsideEmulator("the codes of authenticator apps are shown")
        let call = inspection(of: Scope(project: project, tenant: tenant))
        let found: SecondFactor?
        do {
            found = try await store.read(call) { [store] tx in
                try store.accounts.find(account, tx)?.secondFactors.first { $0.id == factor }
            }
        } catch {
            throw BackendError(.storage, "the second factors cannot be read: \(error)")
        }
        guard let app = found?.authenticator else { return nil }
        let step = TOTP.step(at: call.now)
        let period = TOTP.period.components.seconds
        var code = JSONObject()
        code["code"] = .string(TOTP(key: app.key).code(at: step).reveal())
        code["seconds"] = .integer((step + 1) * period - call.now.seconds)
        code["used"] = .bool(app.lastStep >= step)
        return code
    }
}
