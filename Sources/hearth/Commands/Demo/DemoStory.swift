internal import HearthAuth
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// One person's story, from signing up to leaving.
struct DemoStory: DemoChapter {
    static let title = "One person's story"

    private let scene: Scene
    private let auth: Auth
    private let email: String

    init(scene: Scene) {
        self.scene = scene
        auth = scene.client()
        email = scene.address(of: "ada")
    }

    func play() async throws {
        try await signUp()
        try await verifyAddress()
        try await signInAgain()
        try await refresh()
        try await callAPI()
        try await beRefused()
        try await becomeMoreThanAGuest()
        try await leave()
    }

    private func signUp() async throws {
        scene.narrator.step("Ada signs up", "auth.createUser(withEmail:password:)")
        let result = try await auth.createUser(withEmail: email, password: scene.password)
        try await scene.tell(result, in: auth)
        scene.narrator.tell("address", "\(email), verified: \(result.user.isEmailVerified)")
    }

    private func verifyAddress() async throws {
        scene.narrator.step("She verifies her address", "user.sendEmailVerification()", "auth.applyActionCode(_:)")
        let user = try scene.user(of: auth)
        try await user.sendEmailVerification()
        let code = try await scene.inbox.mail(to: email).code
        scene.narrator.tell("mail", "a code of \(code.reveal().utf8.count) characters to \(email)")
        try await auth.applyActionCode(code.reveal())
        let isVerified = try await user.reload().isEmailVerified
        scene.narrator.tell("address", "verified: \(isVerified)")
        try scene.expect(isVerified, "the address is still not verified")
    }

    private func signInAgain() async throws {
        scene.narrator.step("She signs out and in again", "auth.signOut()", "auth.signIn(withEmail:password:)")
        try await auth.signOut()
        scene.narrator.tell("state", "\(auth.state)")
        try await scene.refuse(.wrongPassword) {
            try await auth.signIn(withEmail: email, password: "wrong horse")
        }
        try await scene.tell(try await auth.signIn(withEmail: email, password: scene.password), in: auth)
    }

    private func refresh() async throws {
        scene.narrator.step("Her token is refreshed", "auth.idTokenResult(forcingRefresh: true)")
        let result = try await auth.idTokenResult(forcingRefresh: true)
        scene.narrator.tell("token", "\(result.token), by \(result.signInProvider ?? "nothing")")
        scene.narrator.tell("expires", CivilTime(result.expirationDate).httpDate)
    }

    private func callAPI() async throws {
        scene.narrator.step("She calls the API", "auth.authenticated(transport, for: [host])")
        let host = String(scene.stage.api.drop { $0 != "/" }.dropFirst(2))
        let api = auth.authenticated(scene.transport, for: [host])
        if scene.stage.hasNotes {
            try await call(api, .post, "/authentication")
            try await call(api, .post, "/notes", ["title": "Engine", "text": "Ask Charles about it"])
            try await call(api, .get, "/notes")
        } else {
            try await call(api, .get, "/me")
        }
    }

    private func beRefused() async throws {
        scene.narrator.step("Someone without a token is refused", "the same call, without Authorization")
        let target = scene.stage.hasNotes ? "/notes" : "/me"
        let response = try await scene.transport.send(HTTPRequest(.get, origin: scene.stage.api, target: target))
        scene.narrator.tell("GET \(target)", "\(response.status) \(oneLine(response.bytes))")
        try scene.expect(response.status == 401, "expected 401")
    }

    private func becomeMoreThanAGuest() async throws {
        scene.narrator.step("A guest becomes a customer", "auth.signInAnonymously()", "user.link(withEmail:password:)")
        let auth = scene.client()
        let guest = try await auth.signInAnonymously().user
        scene.narrator.tell("guest", guest.uid)
        let linked = try await guest.link(withEmail: scene.address(of: "guest"), password: scene.password).user
        scene.narrator.tell("customer", "\(linked.uid), anonymous: \(linked.isAnonymous)")
        try scene.expect(linked.uid == guest.uid, "the identifier changed")
        try await linked.delete()
    }

    private func leave() async throws {
        scene.narrator.step("Ada leaves", "user.delete()")
        try await scene.user(of: auth).delete()
        scene.narrator.tell("state", "\(auth.state)")
    }

    private func call(
        _ api: AuthenticatedTransport,
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONValue? = nil
    ) async throws {
        var request = HTTPRequest(method, origin: scene.stage.api, target: target)
        if let body {
            request.fields["Content-Type"] = "application/json"
            request.body = JSON.serialize(body)
        }
        let response = try await api.send(request)
        scene.narrator.tell("\(method) \(target)", "\(response.status) \(oneLine(response.bytes))")
        try scene.expect((200..<300).contains(response.status), "expected success")
    }

    private func oneLine(_ bytes: [UInt8]) -> String {
        guard let document = try? JSON.parse(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: JSON.serialize(document), as: UTF8.self)
    }
}
