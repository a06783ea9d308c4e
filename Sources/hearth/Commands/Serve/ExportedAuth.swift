internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The accounts of one project as the export folder of the official emulators keeps them: their configuration, and a
/// file of accounts for the project and for each of its tenants.
///
/// `tenants.json` is Hearth's own: the official emulator exports no tenant's settings, and passes the file over.
struct ExportedAuth: ExportableService {
    let backend: Backend
    let project: ProjectID

    let exportName = "auth"

    private static let folder = "auth_export"
    private static let configFile = "config.json"
    private static let tenantsFile = "tenants.json"
    /// As many accounts as official tools send at once.
    private static let page = 1000

    // MARK: Import

    func importData(from folder: Folder, _ entry: JSONObject) async throws {
        guard let name = entry["path"]?.string, !name.split(separator: "/").contains("..") else {
            throw CommandFailure("\(folder.path): the metadata names no folder of accounts")
        }
        let files = folder.folder(name)
        let names = try files.names()
        if names.contains(Self.configFile) {
            let config = try files.object(in: Self.configFile)
            try await send(.patch, "/emulator/v1/projects/\(project)/config", config, files.path(of: Self.configFile))
        }
        if names.contains(Self.tenantsFile) { try await importTenants(files) }
        for name in names where name.hasPrefix("accounts") && name.hasSuffix(".json") {
            try await importAccounts(files, name)
        }
    }

    private func importTenants(_ files: Folder) async throws {
        for tenant in try files.object(in: Self.tenantsFile)["tenants"]?.array ?? [] {
            guard let settings = tenant.object, let id = settings["tenantId"]?.string else {
                throw CommandFailure("\(files.path(of: Self.tenantsFile)): a tenant has no tenantId")
            }
            try await restoreTenant(id, settings, files.path(of: Self.tenantsFile))
        }
    }

    private func restoreTenant(_ id: String, _ settings: JSONObject?, _ place: String) async throws {
        do throws(BackendError) {
            try await backend.restoreTenant(id, settings, of: project)
        } catch {
            throw CommandFailure("\(place): \(error.reason)")
        }
    }

    /// Accounts that are there already are kept.
    private func importAccounts(_ files: Folder, _ name: String) async throws {
        let tenant = name.dropFirst("accounts".count).dropLast(".json".count).drop { $0 == "-" }
        let id = PercentEncoding.decode(tenant) ?? String(tenant)
        if !id.isEmpty { try await restoreTenant(id, nil, files.path(of: name)) }
        let place = id.isEmpty ? "" : "/tenants/\(PercentEncoding.encode(id))"
        let users = try files.object(in: name)["users"]?.array ?? []
        var failures = 0
        for start in stride(from: 0, to: users.count, by: Self.page) {
            let part = Array(users[start..<min(start + Self.page, users.count)])
            let answer = try await send(
                .post,
                "/v1/projects/\(project)\(place)/accounts:batchCreate",
                ["users": .array(part)],
                files.path(of: name)
            )
            for failure in answer["error"]?.array ?? [] {
                let message = failure["message"]?.string ?? ""
                guard !message.hasPrefix("localId belongs to an existing account") else { continue }
                failures += 1
                let index = start + Int(failure["index"]?.integer ?? 0)
                Terminal.note("hearth: \(files.path(of: name)): user \(index) is not imported: \(message.printable)")
            }
        }
        if failures > 0 { Terminal.note("hearth: \(failures) of \(users.count) users were not imported") }
    }

    // MARK: Export

    func exportData(to folder: Folder) async throws -> JSONObject {
        let files = folder.folder(Self.folder)
        try files.make()
        let config = try await send(.get, "/emulator/v1/projects/\(project)/config", nil, files.path)
        try files.write(JSON.serialize(.object(config), isPretty: true), to: Self.configFile)
        try await exportAccounts("", to: files, "accounts.json")
        let tenants = try await send(.get, "/v2/projects/\(project)/tenants?pageSize=-1", nil, files.path)
        let list = tenants["tenants"]?.array ?? []
        for tenant in list {
            guard let id = tenant["tenantId"]?.string else { continue }
            // A tenant's name may have a slash.
            let name = PercentEncoding.encode(id)
            try await exportAccounts("/tenants/\(name)", to: files, "accounts-\(name).json")
        }
        if !list.isEmpty {
            try files.write(JSON.serialize(["tenants": .array(list)], isPretty: true), to: Self.tenantsFile)
        }
        return ["path": .string(Self.folder)]
    }

    private func exportAccounts(_ place: String, to files: Folder, _ name: String) async throws {
        var users: [JSONValue] = []
        var next: String?
        repeat {
            let token = next.map { "&nextPageToken=\(PercentEncoding.encode($0))" } ?? ""
            let answer = try await send(
                .get,
                "/v1/projects/\(project)\(place)/accounts:batchGet?maxResults=\(Self.page)\(token)",
                nil,
                files.path(of: name)
            )
            users += answer["users"]?.array ?? []
            next = answer["nextPageToken"]?.string
        } while next != nil
        let file: JSONValue = ["kind": "identitytoolkit#DownloadAccountResponse", "users": .array(users)]
        try files.write(JSON.serialize(file, isPretty: true), to: name)
    }

    // MARK: Calls

    /// Calls the backend in process, as the emulators' hub does over a socket.
    @discardableResult
    private func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONObject?,
        _ place: String
    ) async throws -> JSONObject {
        let request = HTTPRequest(
            method,
            target: target,
            fields: ["Host": "localhost", "Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: body.map { JSON.serialize(.object($0)) } ?? []
        )
        let response = await backend.handle(request)
        guard case .bytes(let bytes) = response.body, let answer = try? JSON.parse(bytes).object else {
            throw CommandFailure("\(place): the backend gave no answer")
        }
        guard response.status == 200 else {
            throw CommandFailure("\(place): \(answer["error"]?["message"]?.string?.printable ?? "refused")")
        }
        return answer
    }
}
