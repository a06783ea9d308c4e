internal import HearthCore
internal import HearthDatabase

/// The `second_factors` table: every statement that touches it is in this file.
struct SecondFactorTable: Sendable {
    /// The second factors of an account, in the order in which they were enrolled.
    func list(of account: UserID, _ tx: borrowing Transaction) throws -> [SecondFactor] {
        try tx.query("SELECT * FROM second_factors WHERE \(tx.scope) AND account = \(account) ORDER BY position")
            .map { try SecondFactor($0) }
    }

    /// Exchanges the second factors of an account; what an app's codes have shown stays.
    func replace(
        _ old: [SecondFactor],
        with new: [SecondFactor],
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        for factor in old where !new.contains(where: { $0.id == factor.id && $0.kind == factor.kind }) {
            try tx.execute(
                "DELETE FROM second_factors WHERE \(tx.scope) AND account = \(account) AND id = \(factor.id)"
            )
        }
        for (position, factor) in new.enumerated() {
            let isStored = position < old.count && old[position].isListed(like: factor)
            if !isStored { try save(factor, at: position, of: account, tx) }
        }
    }

    /// Notes what the codes of an app have shown.
    func note(_ app: Authenticator, of id: FactorID, _ account: UserID, _ tx: borrowing Transaction) throws {
        try tx.execute(
            """
            UPDATE second_factors SET last_step = \(app.lastStep), failures = \(app.failures),
                last_failed_at = \(app.lastFailedAt), known_source = \(app.knownSource)
            WHERE \(tx.scope) AND account = \(account) AND id = \(id)
            """
        )
    }

    /// Removes every second factor.
    func deleteAll(_ tx: borrowing Transaction) throws {
        try tx.execute("DELETE FROM second_factors WHERE \(tx.scope)")
    }

    private func save(
        _ factor: SecondFactor,
        at position: Int,
        of account: UserID,
        _ tx: borrowing Transaction
    ) throws {
        let app = factor.authenticator
        try tx.execute(
            """
            INSERT INTO second_factors (
                project, tenant, account, id, position, name, enrolled_at, phone_number, key, last_step, failures,
                last_failed_at, known_source
            ) VALUES (
                \(tx.scope.project), \(tx.scope.tenantKey), \(account), \(factor.id), \(position), \(factor.name),
                \(factor.enrolledAt), \(factor.phoneNumber), \(app?.key), \(app?.lastStep ?? 0), \(app?.failures ?? 0),
                \(app?.lastFailedAt), \(app?.knownSource)
            )
            ON CONFLICT (project, tenant, account, id) DO UPDATE SET
                position = excluded.position, name = excluded.name, enrolled_at = excluded.enrolled_at,
                phone_number = excluded.phone_number
            """
        )
    }
}

extension SecondFactor {
    /// Whether both are listed alike; what an app's codes have shown does not count.
    fileprivate func isListed(like other: SecondFactor) -> Bool {
        id == other.id && name == other.name && enrolledAt == other.enrolledAt && phoneNumber == other.phoneNumber
            && kind == other.kind
    }

    fileprivate init(_ row: Row) throws {
        let method: Method
        if let number: PhoneNumber = try row["phone_number"] {
            method = .phone(number)
        } else {
            method = .totp(
                Authenticator(
                    key: try row["key"],
                    lastStep: try row["last_step"],
                    failures: try row["failures"],
                    lastFailedAt: try row["last_failed_at"],
                    knownSource: try row["known_source"]
                )
            )
        }
        self.init(id: try row["id"], name: try row["name"], enrolledAt: try row["enrolled_at"], method: method)
    }
}
