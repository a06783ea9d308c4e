public import HearthFirestoreModel

/// A request about one document, as rules see it.
public struct RuleRequest: Sendable {
    /// What the request does.
    public enum Method: String, Sendable {
        /// Reads one document.
        case get
        /// Reads the results of a query.
        case list
        /// Writes a document that does not exist yet.
        case create
        /// Writes a document that exists.
        case update
        /// Deletes a document.
        case delete
    }

    /// What the request does.
    public let method: Method
    /// The document.
    public let name: ResourceName
    /// The user; `nil` without a sign-in.
    public let caller: RuleCaller?
    /// When the request came, which is also what its transforms write.
    public let time: Timestamp
    /// The document before the request; `nil` if there is none.
    public let stored: Document?
    /// The document as the write leaves it, transforms applied; `nil` for reads and deletions.
    public let written: Document?
    /// Whether the request belongs to a transaction.
    public let isInTransaction: Bool

    /// Asks to read a document.
    ///
    /// - Parameters:
    ///   - name: The document.
    ///   - stored: The document as it is; `nil` if there is none.
    ///   - caller: The user; `nil` without a sign-in.
    ///   - time: When the request came.
    ///   - isInTransaction: Whether the request belongs to a transaction. Defaults to no.
    /// - Returns: The request.
    public static func get(
        _ name: ResourceName,
        stored: Document?,
        caller: RuleCaller?,
        time: Timestamp,
        isInTransaction: Bool = false
    ) -> RuleRequest {
        RuleRequest(.get, name, caller, time, stored, nil, isInTransaction)
    }

    /// Asks to write a document: to create it if there is none, else to update it.
    ///
    /// - Parameters:
    ///   - written: The document as the write leaves it, transforms applied.
    ///   - stored: The document before the write; `nil` if there is none.
    ///   - caller: The user; `nil` without a sign-in.
    ///   - time: When the request came.
    ///   - isInTransaction: Whether the request belongs to a transaction. Defaults to no.
    /// - Returns: The request.
    public static func write(
        _ written: Document,
        stored: Document?,
        caller: RuleCaller?,
        time: Timestamp,
        isInTransaction: Bool = false
    ) -> RuleRequest {
        let method = stored == nil ? Method.create : .update
        return RuleRequest(method, written.name, caller, time, stored, written, isInTransaction)
    }

    /// Asks to delete a document.
    ///
    /// - Parameters:
    ///   - name: The document.
    ///   - stored: The document before the deletion; `nil` if there is none.
    ///   - caller: The user; `nil` without a sign-in.
    ///   - time: When the request came.
    ///   - isInTransaction: Whether the request belongs to a transaction. Defaults to no.
    /// - Returns: The request.
    public static func delete(
        _ name: ResourceName,
        stored: Document?,
        caller: RuleCaller?,
        time: Timestamp,
        isInTransaction: Bool = false
    ) -> RuleRequest {
        RuleRequest(.delete, name, caller, time, stored, nil, isInTransaction)
    }

    init(
        _ method: Method,
        _ name: ResourceName,
        _ caller: RuleCaller?,
        _ time: Timestamp,
        _ stored: Document?,
        _ written: Document?,
        _ isInTransaction: Bool
    ) {
        self.method = method
        self.name = name
        self.caller = caller
        self.time = time
        self.stored = stored
        self.written = written
        self.isInTransaction = isInTransaction
    }
}

/// What `request` is in an expression.
struct RequestValue {
    let method: RuleRequest.Method
    let path: RulesPath
    let caller: RuleCaller?
    let time: Timestamp
    let isInTransaction: Bool
    /// Writes have `resource`, which is null for a deletion.
    var resource: RulesValue?
    /// Queries have `query`.
    var query: Query?

    var value: RulesValue {
        var entries: [RulesMap.Entry] = []
        entries.reserveCapacity(7)
        entries.append(("auth", caller?.value ?? .null))
        entries.append(("inTransaction", .bool(isInTransaction)))
        entries.append(("method", .string(method.rawValue)))
        entries.append(("path", .path(path)))
        if let query { entries.append(("query", Self.value(of: query))) }
        if let resource { entries.append(("resource", resource)) }
        entries.append(("time", .timestamp(FineTime(time))))
        return .map(RulesMap(ascending: entries))
    }

    private static func value(of query: Query) -> RulesValue {
        let orders = query.orders.map { order in
            RulesMap.Entry(order.path.text, .string(order.isDescending ? "DESC" : "ASC"))
        }
        return .map(
            RulesMap(ascending: [
                ("limit", query.limit.map { .int(Int64($0)) } ?? .null), ("offset", .int(Int64(query.offset))),
                ("orderBy", .map(RulesMap(orders))),
            ])
        )
    }
}
