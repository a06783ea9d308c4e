package import HearthCore
package import HearthJSON
internal import HearthWire

extension Backend {
    /// Checks accounts that are to be imported, for the console: with the rules of `accounts:batchCreate`, against the
    /// accounts of this moment, storing nothing.
    ///
    /// - Parameters:
    ///   - document: A request of `accounts:batchCreate` with its `users`; passwords in the clear are checked by their
    ///     length alone.
    ///   - project: The project.
    ///   - tenant: The tenant; `nil` for the project itself.
    /// - Returns: `error`, one `{index, message}` for each account that would not be taken over.
    /// - Throws: ``BackendError`` if the import would be refused as a whole, with the reason.
    package func rehearseImport(
        _ document: JSONObject,
        project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> JSONObject {
        let request: ImportAccounts.Request
        do {
            request = try JSON.decode(ImportAccounts.Request.self, from: .object(document), coercion: .scalars)
        } catch {
            throw BackendError(.configuration, "not accounts as an import has them: \(error.reason)")
        }
        do {
            let call = inspection(of: Scope(project: project, tenant: tenant))
            let failures = try await imports.rehearse(request, in: call)
            return ["error": .array(try failures.map { try JSON.value(of: $0) })]
        } catch let error as APIError {
            let isRefused = error.code != .internalError
            throw BackendError(isRefused ? .configuration : .storage, error.message)
        } catch {
            throw BackendError(.storage, "the accounts cannot be checked: \(error)")
        }
    }

    /// The time of this server: in emulator mode that of its clock.
    package var presentTime: UnixTime { environment.now() }
}
