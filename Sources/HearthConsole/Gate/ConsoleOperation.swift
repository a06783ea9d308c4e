internal import HearthBackend
internal import HearthHTTP
internal import HearthJSON

/// What a request to the services asks for through the console, and what an administrator needs for it.
///
/// What is not listed here is refused: a new operation of a service is not open to administrators by itself.
struct ConsoleOperation: Sendable {
    /// Which service answers; secrets are taken out of what the identity service says.
    enum Service: Sendable {
        case identity, documents, telemetry
    }

    let name: String
    let service: Service
    let needs: [ConsolePermission]
    let isWrite: Bool
    /// What it is done to, for the audit.
    let target: String

    /// Reads a request; `nil` if the console does not offer what it asks for.
    ///
    /// - Parameters:
    ///   - request: The request as the service will get it.
    ///   - name: The name of the identity service's operation, if it is one.
    ///   - body: The request's document.
    init?(_ request: HTTPRequest, named name: String?, _ body: JSONObject) {
        if let name {
            guard let (needs, isWrite) = Self.identity(name, body) else { return nil }
            let target = SettingsDoor.owns(name) ? Self.setting(request) : Self.target(request, body)
            self.init(name, .identity, needs, isWrite: isWrite, target: target)
            return
        }
        let segments = request.pathSegments
        guard !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
        if segments.count > 5, segments[0] == "v1", segments[1] == "projects", segments[3] == "databases",
            segments[5] == "documents" || segments[5].hasPrefix("documents:")
        {
            let verb = Self.verb(request, segments)
            let isRead = ["get", "list", "listCollectionIds", "runQuery", "runAggregationQuery", "batchGet"].contains(
                verb
            )
            guard isRead || ["create", "update", "delete"].contains(verb) else { return nil }
            let target = segments.dropFirst(2).joined(separator: "/")
            let needs: [ConsolePermission] = [isRead ? .viewData : .writeData]
            self.init("Firestore \(verb)", .documents, needs, isWrite: !isRead, target: target)
            return
        }
        guard ["analytics", "crash"].contains(segments.first ?? ""), segments.count > 1, segments[1] == "v1" else {
            return nil
        }
        let isRead = request.method == .get
        let path = segments.joined(separator: "/")
        let needs: [ConsolePermission] = [isRead ? .viewTelemetry : .changeTelemetry]
        self.init("\(request.method) \(segments[0])", .telemetry, needs, isWrite: !isRead, target: path)
    }

    private init(
        _ name: String,
        _ service: Service,
        _ needs: [ConsolePermission],
        isWrite: Bool,
        target: String
    ) {
        self.name = name
        self.service = service
        self.needs = needs
        self.isWrite = isWrite
        self.target = String(target.prefix(300))
    }

    /// What Firestore is asked to do; a custom method is one of the last segment, `documents:runQuery`.
    private static func verb(_ request: HTTPRequest, _ segments: [Substring]) -> String {
        guard request.method == .post, let end = segments.last?.split(separator: ":"), end.count > 1 else {
            return Console.firestoreVerb(of: HTTPRequestHead(request))
        }
        return String(end[end.count - 1])
    }

    private static let reads: [String: ConsolePermission] = [
        "GetProject": .viewSettings, "GetProjectConfig": .viewSettings, "GetPasswordPolicy": .viewSettings,
        "ListTenants": .viewSettings, "GetTenant": .viewSettings, "ListOAuthIDPConfigs": .viewSettings,
        "ListInboundSAMLConfigs": .viewSettings, "ListDefaultSupportedIDPConfigs": .viewSettings,
        "GetOAuthIDPConfig": .viewSettings, "GetInboundSAMLConfig": .viewSettings,
        "GetDefaultSupportedIDPConfig": .viewSettings, "ListServiceAccounts": .viewSettings,
        "ListServiceAccountKeys": .viewSettings,
    ]

    private static let writes: [String: ConsolePermission] = [
        "SignUp": .editUsers, "ImportAccounts": .editUsers, "DeleteAccount": .deleteUsers,
        "DeleteAccounts": .deleteUsers, "UpdateProjectConfig": .changeSettings, "CreateTenant": .changeSettings,
        "UpdateTenant": .changeSettings, "DeleteTenant": .changeSettings,
        "CreateOAuthIDPConfig": .changeSettings, "UpdateOAuthIDPConfig": .changeSettings,
        "DeleteOAuthIDPConfig": .changeSettings, "CreateInboundSAMLConfig": .changeSettings,
        "UpdateInboundSAMLConfig": .changeSettings, "DeleteInboundSAMLConfig": .changeSettings,
        "CreateDefaultSupportedIDPConfig": .changeSettings,
        "UpdateDefaultSupportedIDPConfig": .changeSettings, "DeleteDefaultSupportedIDPConfig": .changeSettings,
    ]

    private static func identity(_ name: String, _ body: JSONObject) -> ([ConsolePermission], isWrite: Bool)? {
        let names = Set(body.members.map(\.name))
        /// Whether the body says nothing but this: what is spelled in another way is taken for more.
        func isOnly(_ known: Set<String>) -> Bool { names.isSubset(of: known.union(["tenantId", "targetProjectId"])) }
        switch name {
        case "LookUpAccount":
            return (isOnly(["localId"]) ? [.viewUsers] : [.viewUsers, .viewAddresses], false)
        case "QueryAccounts":
            return (isOnly(["returnUserInfo"]) ? [.viewUsers] : [.viewUsers, .viewAddresses], false)
        case "UpdateAccount":
            return (isOnly(["localId", "disableUser", "validSince"]) ? [.assistUsers] : [.editUsers], true)
        case "SendCode":
            return (isOnly(["requestType", "email"]) ? [.assistUsers] : [.editUsers], true)
        default: break
        }
        if let permission = reads[name] { return ([permission], false) }
        return writes[name].map { ([$0], true) }
    }

    /// The setting of a path: `shop/config`, `shop/tenants/staff-1a2b3`.
    private static func setting(_ request: HTTPRequest) -> String {
        request.pathSegments.drop { $0 != "projects" }.dropFirst().joined(separator: "/")
    }

    private static func target(_ request: HTTPRequest, _ body: JSONObject) -> String {
        let project = request.pathSegments.drop { $0 != "projects" }.dropFirst().first.map(String.init)
        let user = body["localId"]?.string ?? body["email"]?.string
        let users = body["localIds"]?.array.map { "\($0.count) users" }
        return [project, user ?? users].compactMap(\.self).joined(separator: "/")
    }
}
