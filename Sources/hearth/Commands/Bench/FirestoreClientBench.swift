internal import HearthCore
internal import HearthDatabase
internal import HearthFirestore
internal import HearthFirestoreBackend
internal import HearthHTTP
internal import HearthJSON
internal import HearthServer
internal import HearthTransport

/// What the Firestore client costs an app, against a server in this process over a socket of this machine.
struct FirestoreClientBench {
    var writes = 200
    var documents = 10_000

    func figures() async throws -> JSONObject {
        let backend = try await FirestoreBackend(.init(location: .memory, access: .emulator))
        let server = HTTPServer(protocols: backend.protocols, handler: backend.handle)
        let address = try server.bind()
        let running = Task { try await server.run() }
        var figures = JSONObject()
        do {
            let settings = FirestoreSettings(host: "\(address)", isSSLEnabled: false)
            figures = try await measure(settings)
        } catch {
            server.drain(within: .seconds(1))
            throw error
        }
        server.drain(within: .seconds(1))
        _ = await running.result
        await backend.close()
        return figures
    }

    private func measure(_ settings: FirestoreSettings) async throws -> JSONObject {
        let writer = Self.client(settings)
        let reader = Self.client(settings)
        var figures = JSONObject()
        let (own, others) = try await latencies(writer, reader)
        figures["writeToOwnListenerMicroseconds"] = own.median
        figures["writeToOtherListenerMicroseconds"] = others.median
        figures["writeToOtherListenerP99Microseconds"] = others.percentile(99)
        try await fill(writer)
        let raw = try await rawParsing(settings)
        figures["rawDocumentsPerSecond"] = raw
        let before = ProcessMemory.resident()
        let clock = ContinuousClock()
        let start = clock.now
        let listener = Self.client(settings)
        var count = 0
        var iterator = listener.collection("large").snapshots.makeAsyncIterator()
        while count < documents, let snapshot = try await iterator.next() { count = snapshot.count }
        let elapsed = clock.now - start
        figures["firstSnapshotDocumentsPerSecond"] = .number((Double(count) / (elapsed / .seconds(1))).rounded())
        if let before, let after = ProcessMemory.resident() {
            figures["bytesForEachListenedDocument"] = .integer(Int64(max(0, after - before) / documents))
        }
        for client in [writer, reader, listener] { await client.terminate() }
        return figures
    }

    private static func client(_ settings: FirestoreSettings) -> Firestore {
        Firestore(projectID: "demo-bench", credentials: FixedCredentials.emulatorOwner, settings: settings)
    }

    /// Durations from a write to its sight, on the client that writes and on another one.
    private func latencies(_ writer: Firestore, _ reader: Firestore) async throws -> (Durations, Durations) {
        let clock = ContinuousClock()
        let starts = Locked<[Int: ContinuousClock.Instant]>([:])
        let (own, other) = (Locked(Durations()), Locked(Durations()))
        let seen = AsyncStream.makeStream(of: Int.self)
        let mine = writer.document("latency/d").addSnapshotListener { result in
            guard case .success(let snapshot) = result, snapshot.metadata.hasPendingWrites,
                let number = snapshot["n"]?.intValue, let start = starts.withLock({ $0[number] })
            else { return }
            own.withLock { $0.add(clock.now - start) }
        }
        let theirs = reader.document("latency/d").addSnapshotListener { result in
            guard case .success(let snapshot) = result else { return }
            let number = snapshot["n"]?.intValue ?? 0
            if let start = starts.withLock({ $0[number] }) { other.withLock { $0.add(clock.now - start) } }
            seen.continuation.yield(number)
        }
        var sights = seen.stream.makeAsyncIterator()
        _ = await sights.next()
        for number in 1...writes {
            starts.withLock { $0[number] = clock.now }
            try await writer.document("latency/d").setData(["n": number])
            while let sight = await sights.next(), sight < number {}
        }
        mine.remove()
        theirs.remove()
        return (own.withLock(\.self), other.withLock(\.self))
    }

    private func fill(_ firestore: Firestore) async throws {
        for start in stride(from: 0, to: documents, by: 500) {
            let batch = firestore.batch()
            for number in start..<min(start + 500, documents) {
                let fields: [String: any FirestoreConvertible] = [
                    "title": "Tea number \(number)", "count": number, "isOpen": true,
                    "note": String(repeating: "x", count: 100),
                ]
                batch.setData(fields, forDocument: firestore.document("large/d\(number)"))
            }
            try await batch.commit()
        }
    }

    /// How many documents a second come from the same server as plain JSON, parsed and thrown away.
    private func rawParsing(_ settings: FirestoreSettings) async throws -> JSONValue {
        let clock = ContinuousClock()
        let start = clock.now
        let query: JSONValue = ["structuredQuery": ["from": [["collectionId": "large"]]]]
        var request = HTTPRequest(
            .post,
            origin: "http://" + settings.host,
            target: "/v1/projects/demo-bench/databases/(default)/documents:runQuery",
            body: JSON.serialize(query)
        )
        request.fields["Authorization"] = "Bearer owner"
        let count = try JSON.parse(try await SystemTransport().send(request).bytes).array?.count ?? 0
        guard count == documents else { throw CommandFailure("the server has \(count) documents, not \(documents)") }
        return .number((Double(count) / ((clock.now - start) / .seconds(1))).rounded())
    }
}

/// Durations that were measured.
private struct Durations: Sendable {
    private var values: [Duration] = []

    mutating func add(_ value: Duration) { values.append(value) }

    /// The middle one, in microseconds.
    var median: JSONValue { percentile(50) }

    /// The one that so many percent do not exceed, in microseconds.
    func percentile(_ percent: Int) -> JSONValue {
        guard !values.isEmpty else { return .null }
        let value = values.sorted()[min(values.count - 1, values.count * percent / 100)]
        return .number((value / .microseconds(1) * 10).rounded() / 10)
    }
}
