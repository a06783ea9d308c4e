internal import HearthCore
internal import HearthDatabase

extension Migration {
    /// The keys of addresses that are not ASCII, which older versions made in another way: an address is found again,
    /// however it is written.
    static let addressKeys = Migration(15, "address keys", [], rewriting: rekeyAddresses)

    private static let page = 1000

    private static let rekeyAddresses: Rewriting = { (db) throws(DatabaseError) in
        var last = ("", "", "", "", "")
        while true {
            let rows = try db.query(
                """
                SELECT project, tenant, kind, value, slot, account FROM identities
                WHERE (project, tenant, kind, value, slot) > (\(last.0), \(last.1), \(last.2), \(last.3), \(last.4))
                ORDER BY project, tenant, kind, value, slot LIMIT \(page)
                """
            )
            for row in rows {
                last = (try row[0], try row[1], try row[2], try row[3], try row[4])
                let isAddress = last.2 == "email" || last.2 == "provider-email"
                if isAddress, !last.3.utf8.allSatisfy({ $0 < 0x80 }) { try rekey(row, db) }
            }
            guard rows.count == page else { return }
        }
    }

    /// Where two accounts turn out to have one address, both stay: the first one is found by it, the other one by its
    /// identifier.
    private static func rekey(_ row: Row, _ db: borrowing Connection) throws(DatabaseError) {
        let (project, tenant, kind): (String, String, String) = (try row[0], try row[1], try row[2])
        let (value, account): (String, String) = (try row[3], try row[5])
        var slot: String = try row[4]
        let key = EmailAddress(stored: value).key
        guard !key.utf8.elementsEqual(value.utf8) else { return }
        let taken = try db.first(
            """
            SELECT 1 FROM identities WHERE project = \(project) AND tenant = \(tenant) AND kind = \(kind)
                AND value = \(key) AND slot = \(slot)
            """
        )
        try db.execute(
            """
            DELETE FROM identities WHERE project = \(project) AND tenant = \(tenant) AND kind = \(kind)
                AND value = \(value) AND slot = \(slot)
            """
        )
        if taken != nil { slot = account }
        try db.execute(
            """
            INSERT OR IGNORE INTO identities (project, tenant, kind, value, slot, account)
            VALUES (\(project), \(tenant), \(kind), \(key), \(slot), \(account))
            """
        )
    }
}
