internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// Configures a provider.
struct CreateProviderConfigEndpoint<Op: Operation>: Endpoint
where Op.Response: ProviderConfig, Op.Request == ProviderConfigWrite<Op.Response> {
    let isStrict: Bool
    let store: Store
    let sealer: Sealer
    let keys: SigningKeys

    func respond(to request: Op.Request, in call: Call) async throws(APIError) -> Op.Response {
        let id = try Op.Response.checkID(request.newID)
        let own = try await keys.certificate(for: Op.Response.self)
        return try await store.write(call) { tx in
            guard try store.providerConfigs.find(Op.Response.self, id, sealer, tx) == nil else {
                throw APIError(.configurationExists)
            }
            var config = request.config
            config.settle(after: nil, changing: request.config)
            if let own { config.put(own) }
            try config.check(id, isStrict: isStrict)
            try store.providerConfigs.save(config, of: id, sealer, tx)
            return config.named(id, in: tx.scope)
        }
    }
}

/// Shows a configuration.
struct GetProviderConfigEndpoint<Op: Operation>: Endpoint
where Op.Request == ProviderConfigName, Op.Response: ProviderConfig {
    let store: Store
    let sealer: Sealer

    func respond(to request: ProviderConfigName, in call: Call) async throws(APIError) -> Op.Response {
        let id = request.configId ?? ""
        let found = try await store.read(call) { tx in
            try store.providerConfigs.find(Op.Response.self, id, sealer, tx)
        }
        guard let found else { throw .unknownConfiguration }
        return found.config.named(id, in: call.scope)
    }
}

/// Shows the configurations of one kind in the order of their names, page by page.
struct ListProviderConfigsEndpoint<Op: Operation, Config: ProviderConfig>: Endpoint
where Op.Request == ProviderConfigPaging {
    let store: Store
    let sealer: Sealer
    /// Makes the answer of a page and of the token for the next one.
    let answer: @Sendable ([Config], String?) -> Op.Response

    func respond(to request: ProviderConfigPaging, in call: Call) async throws(APIError) -> Op.Response {
        let size = try ProviderConfigPage.size(request.pageSize)
        let found = try await store.read(call) { tx in
            try store.providerConfigs.list(
                Config.self,
                after: request.pageToken ?? "",
                limit: size + 1,
                sealer,
                tx
            )
        }
        let page = found.prefix(size)
        return answer(
            page.map { $0.config.named($0.id, in: call.scope) },
            found.count > size ? page.last?.id : nil
        )
    }
}

/// Changes a configuration.
struct UpdateProviderConfigEndpoint<Op: Operation>: Endpoint
where Op.Response: ProviderConfig, Op.Request == ProviderConfigWrite<Op.Response> {
    let isStrict: Bool
    let store: Store
    let sealer: Sealer
    let keys: SigningKeys

    func respond(to request: Op.Request, in call: Call) async throws(APIError) -> Op.Response {
        let id = request.configId ?? ""
        let named = request.updateMask ?? ""
        let isWhole = named.isEmpty || named == "*"
        let members = Op.Response.members
        let mask = try FieldMask(
            isWhole ? members.sorted().joined(separator: ",") : named,
            roots: members.union(["name"])
        )
        guard var update = try? JSON.value(of: request.config).object else { throw .internalError }
        update["name"] = nil
        let own = try await keys.certificate(for: Op.Response.self)
        return try await store.write(call) { [update] tx in
            guard let old = try store.providerConfigs.find(Op.Response.self, id, sealer, tx) else {
                throw APIError.unknownConfiguration
            }
            guard var document = try JSON.value(of: old.config).object else { throw APIError.internalError }
            mask.apply(update, to: &document)
            var config = try Self.config(document)
            config.settle(after: old.config, changing: request.config)
            if let own { config.put(own) }
            try config.check(id, isStrict: isStrict)
            try store.providerConfigs.save(config, of: id, sealer, tx)
            return config.named(id, in: tx.scope)
        }
    }

    private static func config(_ document: JSONObject) throws(APIError) -> Op.Response {
        do throws(JSONError) {
            return try JSON.decode(Op.Response.self, from: .object(document))
        } catch {
            throw .invalidArgument("updateMask: '\(error.path)' is not a member")
        }
    }
}

/// Forgets a configuration.
struct DeleteProviderConfigEndpoint<Op: Operation, Config: ProviderConfig>: Endpoint
where Op.Request == ProviderConfigName, Op.Response == EmptyMessage {
    let store: Store

    func respond(to request: ProviderConfigName, in call: Call) async throws(APIError) -> EmptyMessage {
        let id = request.configId ?? ""
        try await store.write(call) { tx in
            guard try store.providerConfigs.delete(Config.collection, id, tx) else {
                throw APIError.unknownConfiguration
            }
        }
        return EmptyMessage()
    }
}

/// Shows the providers that have a name of their own.
struct ListDefaultSupportedIDPsEndpoint: Endpoint {
    typealias Op = ListDefaultSupportedIDPs

    func respond(
        to request: ListDefaultSupportedIDPs.Request,
        in call: Call
    ) async throws(APIError) -> ListDefaultSupportedIDPs.Response {
        let size = try ProviderConfigPage.size(request.pageSize)
        let rest = DefaultSupportedIDP.all.filter { $0.id > request.pageToken ?? "" }
        return ListDefaultSupportedIDPs.Response {
            $0.defaultSupportedIdps = rest.prefix(size).map { provider in
                DefaultSupportedIDP {
                    $0.idpId = provider.id
                    $0.description = provider.title
                }
            }
            $0.nextPageToken = rest.count > size ? rest.prefix(size).last?.id : nil
        }
    }
}

extension SigningKeys {
    /// The certificate that a kind of configuration shows; `nil` if it shows none.
    fileprivate func certificate<Config: ProviderConfig>(
        for type: Config.Type
    ) async throws(APIError) -> SAMLCertificate? {
        guard Config.showsCertificate else { return nil }
        let key = try await signer()
        return SAMLCertificate {
            $0.x509Certificate = key.certificate
            $0.expiresAt = CivilTime(key.expiresAt).rfc3339
        }
    }
}

/// How many entries a page of configurations has.
enum ProviderConfigPage {
    private static let usual = 20
    private static let largest = 100

    static func size(_ asked: Int?) throws(APIError) -> Int {
        let asked = asked.flatMap { $0 == 0 ? nil : $0 } ?? usual
        guard asked > 0 else { throw APIError(.invalidPageSelection) }
        return min(asked, largest)
    }
}

extension APIError {
    /// There is no such configuration.
    fileprivate static let unknownConfiguration = APIError(
        .configurationNotFound,
        httpStatus: 404,
        status: "NOT_FOUND",
        item: Item(reason: "notFound")
    )
}
