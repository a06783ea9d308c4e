internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP
internal import HearthJSON

/// Prints what happens to a document or in a collection, by long polls of a web channel, until the command is ended.
struct FirestoreWatch {
    let address: FirestoreAddress
    let print: @Sendable (String) -> Void

    private static let channel = "/google.firestore.v1.Firestore/Listen/channel?VER=8"

    /// Listens without end.
    ///
    /// - Throws: ``CommandFailure`` if the server refuses the target or is gone.
    func run(_ path: ResourcePath) async throws {
        var form: FormParameters = ["count": "1", "ofs": "0"]
        form.append("req0___data__", String(decoding: JSON.serialize(request(path)), as: UTF8.self))
        let opened = try await arrays(.post, "&CVER=22&RID=1", Array(form.encoded.utf8))
        guard let greeting = opened.first?.array?.dropFirst().first?.array,
            let session = greeting.dropFirst().first?.string
        else {
            throw CommandFailure("the server opened no channel")
        }
        var last: Int64 = 0
        while true {
            for array in try await arrays(.get, "&RID=rpc&SID=\(session)&AID=\(last)&CI=1&TYPE=xmlhttp", []) {
                guard let number = array.array?.first?.integer else { continue }
                last = number
                if let message = array.array?.last?.array?.first { try show(message) }
            }
        }
    }

    private func request(_ path: ResourcePath) -> JSONValue {
        let root = ResourceName(database: address.database, path: .root)
        let target: JSONObject
        if path.isDocument {
            let name = ResourceName(database: address.database, path: path).text
            target = ["documents": ["documents": [.string(name)]], "targetId": 2]
        } else {
            let parent = ResourceName(database: address.database, path: path.parent ?? root.path).text
            let query: JSONValue = ["from": [["collectionId": .string(path.id)]]]
            target = ["query": ["parent": .string(parent), "structuredQuery": query], "targetId": 2]
        }
        return ["database": .string(address.database.text), "addTarget": .object(target)]
    }

    private func arrays(_ method: HTTPMethod, _ query: String, _ body: [UInt8]) async throws -> [JSONValue] {
        let form = "application/x-www-form-urlencoded"
        var frames = WebChannelFrames()
        frames.append(try await address.exchange(method, Self.channel + query, body, type: form))
        var arrays: [JSONValue] = []
        do {
            while let frame = try frames.next() { arrays += try JSON.parse(frame).array ?? [] }
        } catch {
            throw CommandFailure("the server speaks no web channel: \(error)")
        }
        return arrays
    }

    private func show(_ message: JSONValue) throws {
        func path(_ value: JSONValue?) -> String {
            let name = value?.string ?? ""
            return (name.firstRange(of: "/documents/").map { String(name[$0.upperBound...]) } ?? name).printable
        }
        if let text = message.string, text != "noop" { throw CommandFailure("the server ended the channel") }
        if let cause = message["error"]?["message"] ?? message["targetChange"]?["cause"]?["message"] {
            throw CommandFailure((cause.string ?? "refused").printable)
        }
        if let change = message["documentChange"], let document = change["document"] {
            let isGone = change["targetIds"]?.array?.isEmpty ?? true
            print((isGone ? "- " : "+ ") + FirestoreAction.line(document))
        }
        if let name = message["documentDelete"]?["document"] ?? message["documentRemove"]?["document"] {
            print("- \(path(name))")
        }
    }
}
