internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// The `provider_configs` table: every statement that touches it is in this file.
struct ProviderConfigTable: Sendable {
    /// A configuration as it was found.
    struct Found<Config: ProviderConfig>: Sendable {
        let id: String
        let config: Config
        let revision: Int
    }

    /// Finds a configuration of the call's project or tenant.
    func find<Config: ProviderConfig>(
        _ type: Config.Type,
        _ id: String,
        _ sealer: Sealer,
        _ tx: borrowing Transaction
    ) throws -> Found<Config>? {
        let row = try tx.first(
            "SELECT * FROM provider_configs WHERE \(tx.scope) AND collection = \(Config.collection) AND id = \(id)"
        )
        return try row.map { try Self.found(type, $0, sealer, tx.scope) }
    }

    /// So many configurations after a name, in the order of their names.
    func list<Config: ProviderConfig>(
        _ type: Config.Type,
        after id: String,
        limit: Int,
        _ sealer: Sealer,
        _ tx: borrowing Transaction
    ) throws -> [Found<Config>] {
        let scope = tx.scope
        return try tx.query(
            """
            SELECT * FROM provider_configs
            WHERE \(tx.scope) AND collection = \(Config.collection) AND id > \(id)
            ORDER BY id LIMIT \(limit)
            """
        ).map { try Self.found(type, $0, sealer, scope) }
    }

    /// Stores a configuration, new or changed.
    func save<Config: ProviderConfig>(
        _ config: Config,
        of id: String,
        _ sealer: Sealer,
        _ tx: borrowing Transaction
    ) throws {
        var content = config
        content.name = nil
        let secrets = content.takeSecrets()
        let sealed =
            try secrets.isEmpty
            ? nil
            : sealer.seal(
                Secret(String(decoding: JSON.serialize(.object(secrets)), as: UTF8.self)),
                at: Self.place(Config.collection, id, tx.scope)
            )
        try tx.execute(
            """
            INSERT INTO provider_configs (project, tenant, collection, id, content, sealed_secrets, revision)
            VALUES (
                \(tx.scope.project), \(tx.scope.tenantKey), \(Config.collection), \(id), \(try JSON.text(content)),
                \(sealed), 1
            )
            ON CONFLICT (project, tenant, collection, id) DO UPDATE SET
                content = excluded.content, sealed_secrets = excluded.sealed_secrets, revision = revision + 1
            """
        )
    }

    /// Removes a configuration.
    ///
    /// - Returns: Whether there was one.
    func delete(_ collection: String, _ id: String, _ tx: borrowing Transaction) throws -> Bool {
        try tx.execute(
            "DELETE FROM provider_configs WHERE \(tx.scope) AND collection = \(collection) AND id = \(id)"
        ) > 0
    }

    /// Removes every configuration of the call's tenant.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM provider_configs WHERE \(tx.scope)")
    }

    private static func found<Config: ProviderConfig>(
        _ type: Config.Type,
        _ row: Row,
        _ sealer: Sealer,
        _ scope: Scope
    ) throws -> Found<Config> {
        let (id, text): (String, String) = (try row["id"], try row["content"])
        var config = try JSON.decode(type, from: Array(text.utf8))
        if let sealed: [UInt8] = try row["sealed_secrets"] {
            let secrets = try sealer.open(sealed, at: place(Config.collection, id, scope))
            config.put(try JSON.parse(Array(secrets.reveal().utf8)).object ?? JSONObject())
        }
        return Found(id: id, config: config, revision: try row["revision"])
    }

    /// What sealed secrets are bound to: they cannot be moved to a provider whose addresses someone else chose.
    private static func place(_ collection: String, _ id: String, _ scope: Scope) -> String {
        let parts = ["provider_configs", scope.project.rawValue, scope.tenantKey, collection, id]
        return parts.map { "\($0.utf8.count):\($0)" }.joined()
    }
}
