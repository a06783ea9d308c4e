internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthJSON
internal import HearthTriggers

/// What triggers are told of a commit: an event for each document that is not what it was.
enum DocumentEvents {
    /// Lets a store write its events with each commit.
    static func keep(in outbox: TriggerOutbox, of store: inout FirestoreStore.Configuration) {
        store.whenCommitting = {
            // Read in the commit's task: the transaction may run on a thread of its own.
            let hops = TriggerOutbox.hops
            return { record, db in try outbox.add(events(of: record, hops, for: outbox), db) }
        }
        store.whenCommitted = { outbox.wake() }
    }

    private static func events(of record: CommitRecord, _ hops: Int, for outbox: TriggerOutbox) -> [TriggerEvent] {
        record.updates.compactMap { update in
            guard let change = change(update) else { return nil }
            let path = update.name.path.segments.joined(separator: "/")
            let kind = "google.cloud.firestore.document.v1.\(change)"
            let subject = "\(record.database.project)/\(record.database.database)/\(path)"
            guard outbox.wants(kind, subject) else { return nil }
            var payload: JSONObject = [
                "project": .string(record.database.project), "database": .string(record.database.database),
                "path": .string(path),
            ]
            payload["before"] = update.before.map { .object(plain($0.fields)) }
            payload["after"] = update.after.map { .object(plain($0.fields)) }
            return TriggerEvent(
                id: "\(record.time.microseconds)/\(subject)",
                kind: kind,
                subject: subject,
                time: UnixTime(milliseconds: record.time.microseconds / 1000),
                payload: JSON.serialize(.object(payload)),
                hops: hops
            )
        }
    }

    private static func change(_ update: DocumentUpdate) -> String? {
        switch (update.before, update.after) {
        case (nil, nil): nil
        case (let before?, let after?): before.fields == after.fields ? nil : "updated"
        case (nil, _): "created"
        case (_, nil): "deleted"
        }
    }

    /// Fields as plain JSON: moments and what a double cannot say in JSON as text, bytes in Base64, references as names.
    private static func plain(_ fields: Fields) -> JSONObject {
        var object = JSONObject()
        for entry in fields.entries { object[entry.name] = plain(entry.value) }
        return object
    }

    private static func plain(_ value: Value) -> JSONValue {
        switch value {
        case .null: .null
        case .boolean(let truth): .bool(truth)
        case .integer(let integer): .integer(integer)
        case .double(let number): plain(number)
        case .timestamp(let time): .string(time.rfc3339)
        case .string(let text): .string(text)
        case .bytes(let bytes): .string(Base64.encode(bytes, .standard))
        case .reference(let name): .string(name.text)
        case .geoPoint(let place): ["latitude": .number(place.latitude), "longitude": .number(place.longitude)]
        case .array(let values): .array(values.map(plain))
        case .vector(let numbers): .array(numbers.map(plain))
        case .map(let fields): .object(plain(fields))
        }
    }

    private static func plain(_ number: Double) -> JSONValue {
        number.isFinite ? .number(number) : .string(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
    }
}
