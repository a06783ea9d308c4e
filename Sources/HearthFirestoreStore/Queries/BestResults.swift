internal import HearthFirestoreModel

/// How much of a query's results is taken at once.
struct ResultQuota: Sendable {
    /// How many documents; `nil` for all.
    var documents: Int?
    /// How many bytes of stored fields, but for the first document, which is always taken; `nil` for any number.
    var bytes: Int?

    /// A page: what is held of a result that is read piece by piece.
    static let page = ResultQuota(documents: 256, bytes: 1 << 20)

    /// The quota that takes no more documents than another limit allows.
    func limited(to limit: Int?) -> ResultQuota {
        guard let limit else { return self }
        return ResultQuota(documents: min(documents ?? limit, limit), bytes: bytes)
    }

    func isReached(_ count: Int, _ bytes: Int) -> Bool {
        documents.map { count >= $0 } ?? false || self.bytes.map { count > 0 && bytes >= $0 } ?? false
    }
}

/// A result with its place in the order.
struct QueryResult {
    let key: [UInt8]
    let name: ResourceName
    /// When the document was changed last.
    let updated: Timestamp
    /// The document; `nil` where only names are wanted.
    let document: Document?
    /// The size of the stored fields.
    let size: Int
}

/// Keeps the first results of those that it is given, as many as a quota allows.
struct BestResults {
    let quota: ResultQuota
    private var results: [QueryResult] = []
    private var size = 0
    /// The place of the last result that is kept, once any was left out.
    private var ceiling: [UInt8]?
    /// Whether there are results behind those that are kept, or may be.
    private(set) var isCut = false

    init(quota: ResultQuota) {
        self.quota = quota
    }

    /// Whether a place is behind everything that will be kept.
    func isBeyond(_ key: [UInt8]) -> Bool { ceiling.map { $0.lexicographicallyPrecedes(key) } ?? false }

    mutating func add(_ result: QueryResult) {
        if isBeyond(result.key) { return }
        results.append(result)
        size += result.size
        // Sorting now and then costs less than keeping order, and memory stays in proportion to the quota.
        let isFull =
            quota.documents.map { results.count >= 2 * $0 + 256 } ?? false
            || quota.bytes.map { size >= 2 * $0 } ?? false
        if isFull { cut() }
    }

    /// Says that a scan ended although there may be more behind what it has found.
    mutating func stop() { isCut = true }

    private mutating func cut() {
        results.sort { $0.key.lexicographicallyPrecedes($1.key) }
        var count = 0
        var kept = 0
        while count < results.count, !quota.isReached(count, kept) {
            kept += results[count].size
            count += 1
        }
        guard count < results.count else { return }
        results.removeSubrange(count...)
        size = kept
        ceiling = results.last?.key
        isCut = true
    }

    mutating func sorted() -> [QueryResult] {
        cut()
        return results
    }
}
