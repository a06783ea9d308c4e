internal import HearthCore
internal import HearthDatabase
internal import HearthTriggers

/// One transaction on behalf of a call: the connection, and the scope and the moment that all of it shares.
///
/// Lent by ``Store/read(_:_:)`` and ``Store/write(_:_:)`` for the time of one body; it cannot be copied or kept.
struct Transaction: ~Copyable {
    /// The call that is being answered.
    let call: Call
    private let connection: Connection

    init(for call: Call, _ connection: borrowing Connection) {
        self.call = call
        self.connection = connection.lent()
    }

    /// The accounts that the transaction is about.
    var scope: Scope { call.scope }
    /// The moment at which everything in it happens.
    var now: UnixTime { call.now }

    /// The same transaction for the accounts of another scope.
    borrowing func within(_ scope: Scope) -> Transaction {
        var call = call
        call.scope = scope
        return Transaction(for: call, connection)
    }

    /// Runs a statement whose rows, if any, are not wanted, and tells how many it changed.
    @discardableResult
    borrowing func execute(_ sql: SQL) throws(DatabaseError) -> Int { try connection.execute(sql) }

    /// The rows of a statement.
    borrowing func query(_ sql: SQL) throws(DatabaseError) -> [Row] { try connection.query(sql) }

    /// Adds an event, which its functions are told once the transaction is committed.
    borrowing func add(_ event: TriggerEvent, to outbox: TriggerOutbox) throws { try outbox.add([event], connection) }

    /// The first row of a statement.
    borrowing func first(_ sql: SQL) throws(DatabaseError) -> Row? { try connection.first(sql) }
}

extension SQL.Interpolation {
    /// The condition that a row belongs to a scope.
    mutating func appendInterpolation(_ scope: Scope) {
        // Nearly every statement says it: piece by piece it makes no statement of its own first.
        appendLiteral("project = ")
        appendInterpolation(scope.project)
        appendLiteral(" AND tenant = ")
        appendInterpolation(scope.tenantKey)
    }
}
