internal import HearthCore
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// The `tenants` table: every statement that touches it is in this file.
struct TenantTable: Sendable {
    /// A tenant's settings, without its name; `nil` if there is no such tenant.
    func find(_ tenant: TenantID, _ tx: borrowing Transaction) throws -> Tenant? {
        let row = try tx.first(
            "SELECT settings FROM tenants WHERE project = \(tx.scope.project) AND id = \(tenant)"
        )
        return try row.map { try Self.decode($0["settings"]) }
    }

    /// Refuses a transaction on the accounts of a tenant that takes no part in authentication.
    ///
    /// - Throws: `APIError` `PROJECT_DISABLED`.
    func refuseClosed(_ tx: borrowing Transaction) throws {
        guard let tenant = tx.scope.tenant, try find(tenant, tx)?.disableAuth == true else { return }
        throw APIError(.projectDisabled)
    }

    /// Stores a tenant, new or changed.
    func save(_ settings: Tenant, of tenant: TenantID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            INSERT INTO tenants (project, id, settings, created_at)
            VALUES (\(tx.scope.project), \(tenant), \(try JSON.text(settings)), \(tx.now))
            ON CONFLICT (project, id) DO UPDATE SET settings = excluded.settings
            """
        )
    }

    /// Removes a tenant; its accounts are removed elsewhere.
    ///
    /// - Returns: Whether there was one.
    func delete(_ tenant: TenantID, _ tx: borrowing Transaction) throws -> Bool {
        try tx.execute("DELETE FROM tenants WHERE project = \(tx.scope.project) AND id = \(tenant)") > 0
    }

    /// So many tenants after an identifier, in the order of their identifiers; all of them if the limit is negative.
    func list(after id: String, limit: Int, _ tx: borrowing Transaction) throws -> [(id: String, settings: Tenant)] {
        let rows = try tx.query(
            """
            SELECT id, settings FROM tenants
            WHERE project = \(tx.scope.project) AND id > \(id)
            ORDER BY id LIMIT \(limit)
            """
        )
        return try rows.map { (try $0["id"], try Self.decode($0["settings"])) }
    }

    private static func decode(_ text: String) throws -> Tenant {
        try JSON.decode(Tenant.self, from: Array(text.utf8))
    }
}
