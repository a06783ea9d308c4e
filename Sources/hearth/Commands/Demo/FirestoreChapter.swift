internal import HearthAuth
internal import HearthCore
internal import HearthFirestore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// A note in Firestore: written on one device, seen on another, refused to another user.
struct FirestoreChapter: DemoChapter {
    static let title = "A note in Firestore"

    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /users/{uid}/notes/{note} {
              allow read, write: if request.auth != null && request.auth.uid == uid;
            }
          }
        }
        """

    private let scene: Scene
    /// A project that no one uses, so that the rules of the demo are no one else's.
    private let project = "demo-notes-\(RandomSource.system.alphanumeric(8).lowercased())"

    init(scene: Scene) {
        self.scene = scene
    }

    func play() async throws {
        let (ada, eve) = (scene.client(), scene.client())
        let (phone, laptop, stranger) = (firestore(ada), firestore(ada), firestore(eve))
        try await uploadRules()
        let uid = try await signUp(ada, eve)
        let path = "users/\(uid)/notes/shopping"
        try await share(path, from: phone, to: laptop)
        try await refuse(path, to: stranger)
        try await query(uid, phone)
        for client in [phone, laptop, stranger] { await client.terminate() }
    }

    private func firestore(_ auth: Auth) -> Firestore {
        let host = scene.stage.backend.split(separator: "/").last.map(String.init) ?? ""
        return Firestore(
            projectID: project,
            credentials: auth,
            settings: FirestoreSettings(host: host, isSSLEnabled: scene.stage.backend.hasPrefix("https://")),
            transport: scene.transport
        )
    }

    private func uploadRules() async throws {
        scene.narrator.step("A project says whose notes are whose", "hearth serve --rules firestore.rules")
        let file: JSONValue = ["name": "firestore.rules", "content": .string(Self.rules)]
        var request = HTTPRequest(
            .put,
            origin: scene.stage.backend,
            target: "/emulator/v1/projects/\(project):securityRules",
            body: JSON.serialize(["rules": ["files": [file]]])
        )
        request.fields["Content-Type"] = "application/json"
        let response = try await scene.transport.send(request)
        try scene.expect(response.status == 200, "the rules were answered with \(response.status)")
        scene.narrator.tell("rule", "allow read, write: if request.auth.uid == uid")
    }

    private func signUp(_ ada: Auth, _ eve: Auth) async throws -> String {
        scene.narrator.step("Ada and Eve sign up", "auth.createUser(withEmail:password:)")
        for (auth, name) in [(ada, "ada"), (eve, "eve")] {
            let result = try await auth.createUser(withEmail: scene.address(of: name), password: scene.password)
            scene.narrator.tell(name, result.user.uid)
        }
        return try scene.user(of: ada).uid
    }

    private func share(_ path: String, from phone: Firestore, to laptop: Firestore) async throws {
        scene.narrator.step(
            "Ada's laptop listens, her phone writes",
            "for try await snapshot in note.snapshots { … }",
            "note.setData([\"text\": \"Tea\", \"at\": FieldValue.serverTimestamp()])"
        )
        var snapshots = laptop.document(path).snapshots.makeAsyncIterator()
        let first = try await snapshots.next()
        try scene.expect(first?.exists == false, "the note is there before it was written")
        scene.narrator.tell("laptop", "no note yet")
        let start = ContinuousClock.now
        try await phone.document(path).setData(["text": "Tea", "at": FieldValue.serverTimestamp()])
        var text: String?
        while text == nil, let snapshot = try await snapshots.next() { text = snapshot["text"]?.stringValue }
        let time = Int(start.duration(to: .now) / .milliseconds(1))
        try scene.expect(text == "Tea", "the laptop did not hear of the note")
        scene.narrator.tell("laptop", "the note says “\(text ?? "")”, \(time) ms after the write began")
    }

    private func refuse(_ path: String, to stranger: Firestore) async throws {
        scene.narrator.step("Eve asks for Ada's note", "note.getDocument()", "note.setData([\"text\": \"mine\"])")
        for (name, work) in [
            ("read", { _ = try await stranger.document(path).getDocument() }),
            ("write", { try await stranger.document(path).setData(["text": "mine"]) }),
        ] as [(String, () async throws -> Void)] {
            do {
                try await work()
            } catch let error as FirestoreError where error.code == .permissionDenied {
                scene.narrator.tell(name, "refused: permissionDenied")
                continue
            }
            throw CommandFailure("Eve's \(name) was accepted")
        }
    }

    private func query(_ uid: String, _ phone: Firestore) async throws {
        scene.narrator.step(
            "Ada asks for all notes from A to Z",
            "notes.order(by: \"text\").limit(to: 10).getDocuments()",
            "notes.count.getAggregation(source: .server)"
        )
        let notes = phone.collection("users/\(uid)/notes")
        let found = try await notes.order(by: "text").limit(to: 10).getDocuments()
        scene.narrator.tell("notes", found.documents.compactMap { $0["text"]?.stringValue }.joined(separator: ", "))
        let count = try await notes.count.getAggregation(source: .server).count
        try scene.expect(count == 1 && found.count == 1, "expected one note")
        scene.narrator.tell("count", "\(count)")
    }
}
