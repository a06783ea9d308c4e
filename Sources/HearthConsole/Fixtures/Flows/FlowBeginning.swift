internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// What the emulator held before a flow, as far as the flow needs it: made from what it holds now, and from what the
/// flow says.
struct FlowBeginning {
    /// Accounts of the project, or of a tenant of it.
    struct Group {
        let tenant: String?
        let accounts: [JSONObject]
    }

    let groups: [Group]

    /// The settings that are not those of a new project.
    let settings: JSONObject

    /// The identifiers that the test knows before its first step.
    let known: Set<String>

    /// Reads the accounts of a flow's people.
    ///
    /// - Throws: ``ConsoleRefusal`` if a test cannot begin with what the flow needs.
    init(
        of recording: FlowRecording,
        _ project: ProjectID,
        _ services: ServiceReader
    ) async throws(ConsoleRefusal) {
        let base = "/identitytoolkit.googleapis.com/v1/projects/\(project)"
        let tenants = Set(recording.exchanges.map { $0.body["tenantId"]?.string ?? "" }).sorted()
        var groups: [Group] = []
        for tenant in tenants {
            let people = People(of: recording, tenant)
            guard !people.isEmpty else { continue }
            let place = tenant.isEmpty ? base : "\(base)/tenants/\(PercentEncoding.encode(tenant))"
            let found = try await services.ask(.post, "\(place)/accounts:lookup", people.search)
            var accounts: [JSONObject] = []
            for account in found["users"]?.array ?? [] {
                guard let account = account.object, let id = account["localId"]?.string else { continue }
                guard !recording.created.contains(id) else { continue }
                accounts.append(try Self.account(account, id, before: recording))
            }
            let foundIDs = Set(accounts.compactMap { $0["localId"]?.string }).union(recording.created)
            accounts += people.deleted.filter { !foundIDs.contains($0["localId"]?.string ?? "") }
            if !accounts.isEmpty {
                groups.append(Group(tenant: tenant.isEmpty ? nil : tenant, accounts: accounts))
            }
        }
        self.groups = groups
        known = Set(
            groups.flatMap(\.accounts).flatMap { account in
                [account["localId"]?.string]
                    + (account["mfaInfo"]?.array ?? []).map { $0["mfaEnrollmentId"]?.string }
            }.compactMap(\.self)
        )
        settings = Self.changes(try await services.ask(.get, "/emulator/v1/projects/\(project)/config"))
    }

    private static func changes(_ config: JSONValue) -> JSONObject {
        var changes = JSONObject()
        if config["signIn"]?["allowDuplicateEmails"]?.bool == true {
            changes["signIn"] = ["allowDuplicateEmails": true]
        }
        if config["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool == true {
            changes["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": true]
        }
        return changes
    }

    /// What an account was before the flow changed it.
    private static func account(
        _ now: JSONObject,
        _ id: String,
        before recording: FlowRecording
    ) throws(ConsoleRefusal) -> JSONObject {
        var account = now
        for name in [
            "createdAt", "lastLoginAt", "lastRefreshAt", "passwordUpdatedAt", "validSince", "kind", "version",
            "tenantId",
        ] { account[name] = nil }
        let own = recording.exchanges.filter { !$0.isRefused && $0.answer["localId"]?.string == id }
        if let email = own.lazy.compactMap({ $0.answer["email"]?.string }).first { account["email"] = .string(email) }
        let upgrade = own.first { $0.operation == "SignUp" && $0.body["idToken"] != nil }
        if upgrade != nil {
            for name in ["email", "emailVerified", "passwordHash", "salt", "providerUserInfo"] { account[name] = nil }
        }
        let signIn = own.first { $0.operation == "SignInWithPassword" }
        if let password = signIn?.body["password"] ?? readable(account["passwordHash"]?.string).map(JSONValue.string) {
            account["rawPassword"] = password
            account["passwordHash"] = nil
            account["salt"] = nil
        }
        // A password and a number are providers by themselves.
        let providers = (account["providerUserInfo"]?.array ?? []).filter {
            !["password", "phone"].contains($0["providerId"]?.string)
        }
        account["providerUserInfo"] = providers.isEmpty ? nil : .array(providers)
        if recording.exchanges.contains(where: { $0.error == "USER_DISABLED" }) { account["disabled"] = true }
        account["mfaInfo"] = try factors(account, id, before: recording)
        return account
    }

    /// The password in what a lenient emulator stores in place of a hash.
    private static func readable(_ hash: String?) -> String? {
        guard let hash, hash.hasPrefix("fakeHash:salt="), let mark = hash.firstRange(of: ":password=") else {
            return nil
        }
        return String(hash[mark.upperBound...])
    }

    /// The second factors that an account had before the flow.
    private static func factors(
        _ account: JSONObject,
        _ id: String,
        before recording: FlowRecording
    ) throws(ConsoleRefusal) -> JSONValue? {
        guard let start = recording.steps.first?.start else { return nil }
        let asks = recording.exchanges.contains { $0.answer["mfaPendingCredential"] != nil }
        var kept: [JSONValue] = []
        for factor in account["mfaInfo"]?.array ?? [] {
            let enrolledAt = factor["enrolledAt"]?.string.flatMap { UnixTime(rfc3339: $0) }
            if let enrolledAt, enrolledAt >= start { continue }
            guard factor["totpInfo"] == nil else {
                guard !asks else {
                    throw ConsoleRefusal(
                        409,
                        "The account has an authenticator app, whose key a test cannot begin with. Copy the flow that "
                            + "enrolls the app, or use a phone number as the second factor."
                    )
                }
                continue
            }
            var plain = factor.object ?? JSONObject()
            for name in ["unobfuscatedPhoneInfo", "enrolledAt"] { plain[name] = nil }
            kept.append(.object(plain))
        }
        return kept.isEmpty ? nil : .array(kept)
    }
}

/// The people of a flow: by what they are found, and what is known of those who were deleted.
private struct People {
    private var ids: Set<String> = []
    private var emails: Set<String> = []
    private var numbers: Set<String> = []
    /// Accounts as the flow's own requests describe them.
    let deleted: [JSONObject]

    init(of recording: FlowRecording, _ tenant: String) {
        var described: [JSONObject] = []
        for exchange in recording.exchanges where (exchange.body["tenantId"]?.string ?? "") == tenant {
            for side in [JSONValue.object(exchange.body), exchange.answer] {
                if let id = side["localId"]?.string ?? side["user_id"]?.string { ids.insert(id) }
                if let email = side["email"]?.string ?? side["identifier"]?.string { emails.insert(email) }
                if let number = side["phoneNumber"]?.string { numbers.insert(number) }
                if let id = side["idToken"]?.string.flatMap(TrafficFacts.claims)?["sub"]?.string { ids.insert(id) }
            }
            if exchange.operation == "SignInWithPassword", !exchange.isRefused {
                var account = JSONObject()
                account["localId"] = exchange.answer["localId"]
                account["email"] = exchange.body["email"]
                account["rawPassword"] = exchange.body["password"]
                described.append(account)
            }
        }
        deleted = described.prefix(1).map(\.self)
    }

    var isEmpty: Bool { ids.isEmpty && emails.isEmpty && numbers.isEmpty }

    /// The body of `accounts:lookup`.
    var search: JSONObject {
        var body = JSONObject()
        for (name, values) in [("localId", ids), ("email", emails), ("phoneNumber", numbers)] where !values.isEmpty {
            body[name] = .array(values.sorted().map(JSONValue.string))
        }
        return body
    }
}
