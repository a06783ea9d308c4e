package import HearthCore
internal import HearthDatabase
package import HearthHTTP
package import HearthJSON

extension Backend {
    /// The newest hundred sessions of an account that have not ended, for the console.
    ///
    /// - Parameters:
    ///   - account: The account's identifier.
    ///   - project: The project.
    ///   - tenant: The tenant; `nil` for the project itself.
    /// - Returns: For each its `id`, which opens nothing, how and when it began, when it was used last, and from which
    ///   network.
    /// - Throws: ``BackendError`` if the storage fails.
    package func sessions(
        of account: UserID,
        project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> [JSONObject] {
        let call = inspection(of: Scope(project: project, tenant: tenant))
        do {
            let listed = try await store.read(call) { [store] tx in try store.sessions.list(of: account, limit: 100, tx)
            }
            return listed.map { session in
                var object = JSONObject()
                object["id"] = .string(Self.name(of: session))
                object["provider"] = .string(session.provider)
                object["secondFactor"] = session.secondFactor.map(JSONValue.string)
                object["source"] = session.source.map { .string(IPAddress.readable(network: $0)) }
                object["created"] = .integer(session.createdAt.milliseconds)
                object["used"] = .integer(session.lastUsedAt.milliseconds)
                return object
            }
        } catch {
            throw BackendError(.storage, "the sessions cannot be listed: \(error)")
        }
    }

    /// Ends one session of an account.
    ///
    /// - Parameters:
    ///   - name: Its `id` in the list.
    ///   - account: The account's identifier.
    ///   - project: The project.
    ///   - tenant: The tenant; `nil` for the project itself.
    /// - Returns: Whether there was such a session.
    /// - Throws: ``BackendError`` if the storage fails.
    package func endSession(
        _ name: String,
        of account: UserID,
        project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> Bool {
        let call = inspection(of: Scope(project: project, tenant: tenant))
        do {
            return try await store.write(call) { [store] tx in
                let all = try store.sessions.list(of: account, limit: 100, tx)
                guard let session = all.first(where: { Self.name(of: $0) == name }) else { return false }
                try store.sessions.end(session.digest, of: account, tx)
                return true
            }
        } catch {
            throw BackendError(.storage, "the session cannot be ended: \(error)")
        }
    }

    /// The address of a client; `nil` within the process.
    ///
    /// - Parameters:
    ///   - head: The head of the client's request.
    ///   - proxies: The proxies whose word about their clients is believed.
    /// - Returns: The address.
    package static func address(of head: HTTPRequestHead, trusting proxies: [String]) -> String? {
        ClientSource(trusting: proxies).client(of: head).details.address
    }

    private static func name(of session: SessionTable.Listed) -> String { Hex.encode(session.digest.suffix(12)) }
}
