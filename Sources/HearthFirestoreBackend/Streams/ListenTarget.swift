internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthFirestoreWire

/// Something that a stream listens to.
struct ListenTarget: Sendable {
    /// What is listened to.
    enum Subject: Sendable {
        case documents([ResourceName])
        case query(PreparedQuery)
    }

    let id: Int32
    let subject: Subject
    /// The documents that are listened to by name.
    let documents: Set<ResourceName>
    let once: Bool
    /// The token or the time that the client has.
    var resume: Resume
    let expectedCount: Int?
    /// Whether the first answer has been given.
    var isCurrent = false
    /// The revision of the authorizer that allowed it; `nil` before the first answer.
    var allowedBy: Int?
    /// The results that the client has, with their update times; only for queries with a limit, whose results depend on
    /// each other.
    var members: [ResourceName: Timestamp] = [:]

    /// Where the client wants to go on.
    enum Resume: Sendable, Hashable {
        case fresh
        case at(Timestamp)
        case unreadable
    }

    var isLimited: Bool {
        guard case .query(let query) = subject else { return false }
        return query.query.limit != nil || query.query.offset > 0
    }

    init(
        _ message: WireTarget,
        id: Int32,
        database: DatabaseName,
        isEmulator: Bool
    ) throws(FirestoreError) {
        self.id = id
        once = message.once
        expectedCount = message.expectedCount.map { Int($0) }
        if let token = message.resumeToken, !token.isEmpty {
            resume = ResumeToken.time(of: token).map(Resume.at) ?? .unreadable
        } else if let time = message.readTime {
            resume = .at(time)
        } else {
            resume = .fresh
        }
        if let documents = message.documents {
            var names: [ResourceName] = []
            var seen: Set<ResourceName> = []
            for text in documents.documents {
                let name = try ResourceName(document: text, in: database)
                if seen.insert(name).inserted { names.append(name) }
            }
            subject = .documents(names)
            self.documents = seen
        } else if let target = message.query {
            let parent = try ResourceName(parent: target.parent)
            guard parent.database == database else {
                throw .invalid("Parent \"\(target.parent)\" is not in database \"\(database.text)\".")
            }
            documents = []
            let query = try (target.structuredQuery ?? WireQuery()).query(parent: parent)
            subject = .query(try query.prepared(asEmulator: isEmulator))
        } else {
            throw .invalid("A target has neither a query nor documents.")
        }
    }
}

extension [ListenTarget] {
    /// What changes concern any of the targets.
    var interest: ListenInterest {
        var interest = ListenInterest()
        for target in self {
            switch target.subject {
            case .documents(let names): interest.documents.formUnion(names.map(\.path))
            case .query(let query): interest.queries.append(query)
            }
        }
        return interest
    }
}

/// The token by which a client goes on where it was: the moment that it has seen.
enum ResumeToken {
    static func bytes(_ time: Timestamp) -> [UInt8] {
        var inner = WireTokenTime()
        inner.microseconds = time.microseconds
        var outer = WireToken()
        outer.time = inner
        return outer.protobuf
    }

    /// The moment in a token; `nil` if it is none of ours.
    static func time(of bytes: [UInt8]) -> Timestamp? {
        guard let token = try? WireToken(protobuf: bytes), let time = token.time, token.protobuf == bytes else {
            return nil
        }
        return Timestamp(microseconds: time.microseconds)
    }
}

/// The content of a resume token.
private struct WireToken: Message {
    var time: WireTokenTime?
    static let names = FieldNames("1 time")

    func write(to sink: inout some MessageSink) { sink.message(1, time) }

    mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        guard field == 1 else { return false }
        try source.message(into: &time)
        return true
    }
}

/// The moment of a resume token.
private struct WireTokenTime: Message {
    var microseconds: Int64 = 0
    static let names = FieldNames("1 microseconds")

    func write(to sink: inout some MessageSink) { sink.int64(1, microseconds, isMember: false) }

    mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        guard field == 1 else { return false }
        microseconds = try source.int64()
        return true
    }
}
