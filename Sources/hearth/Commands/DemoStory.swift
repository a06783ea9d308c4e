internal import HearthAuth
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// The steps of the demo.
struct DemoStory {
    let stage: Stage
    let project: String
    let narrator: Narrator

    private let transport = SystemTransport()
    private let email: String
    private let password = "correct horse battery staple"

    init(stage: Stage, project: String, narrator: Narrator) {
        self.stage = stage
        self.project = project
        self.narrator = narrator
        email = "ada.\(RandomSource.system.alphanumeric(6).lowercased())@example.com"
    }

    /// Plays every step.
    mutating func tell() async throws {
        narrator.open("Backend \(stage.backend), API \(stage.api), project \(project)")
        let auth = client()
        try await signUp(auth)
        try await verifyAddress(auth)
        try await signInAgain(auth)
        try await refresh(auth)
        try await callAPI(auth)
        try await beRefused()
        try await becomeMoreThanAGuest()
        try await leave(auth)
        narrator.close("That was the whole story.")
    }

    private func client() -> Auth {
        Auth(
            .custom(
                apiKey: project,
                project: project,
                identity: stage.backend + "/identitytoolkit.googleapis.com",
                tokens: stage.backend + "/securetoken.googleapis.com"
            ),
            storage: InMemorySessionStorage(),
            transport: transport
        )
    }

    private func signUp(_ auth: Auth) async throws {
        narrator.step("Ada signs up", "auth.createUser(withEmail:password:)")
        let user = try await auth.createUser(withEmail: email, password: password).user
        narrator.tell("uid", user.uid)
        narrator.tell("email", "\(user.email ?? "none"), verified: \(user.isEmailVerified)")
    }

    private func verifyAddress(_ auth: Auth) async throws {
        narrator.step("She verifies her address", "user.sendEmailVerification(), auth.applyActionCode(_:)")
        guard let user = auth.currentUser else { throw CommandFailure("nobody is signed in") }
        try await user.sendEmailVerification()
        let code = try await mailedCode()
        narrator.tell("mail", "a code of \(code.utf8.count) characters to \(email)")
        try await auth.applyActionCode(code)
        let verified = try await user.reload().isEmailVerified
        narrator.tell("email", "verified: \(verified)")
        guard verified else { throw CommandFailure("the address is still not verified") }
    }

    private func signInAgain(_ auth: Auth) async throws {
        narrator.step("She signs out and in again", "auth.signOut(), auth.signIn(withEmail:password:)")
        try await auth.signOut()
        narrator.tell("state", "\(auth.state)")
        do {
            _ = try await auth.signIn(withEmail: email, password: "wrong horse")
            throw CommandFailure("a wrong password was accepted")
        } catch let error as AuthError {
            narrator.tell("wrong", "\(error.code.name), for the user: \(error.userMessage)")
        }
        let user = try await auth.signIn(withEmail: email, password: password).user
        narrator.tell("state", "signed in as \(user.uid)")
    }

    private func refresh(_ auth: Auth) async throws {
        narrator.step("Her token is refreshed", "auth.idTokenResult(forcingRefresh: true)")
        let result = try await auth.idTokenResult(forcingRefresh: true)
        narrator.tell("method", result.signInProvider ?? "none")
        narrator.tell("expires", CivilTime(result.expirationDate).httpDate)
    }

    private func callAPI(_ auth: Auth) async throws {
        narrator.step("She calls the API", "auth.authenticated(transport, for: [host])")
        let host = String(stage.api.drop { $0 != "/" }.dropFirst(2))
        let api = auth.authenticated(transport, for: [host])
        if stage.hasNotes {
            try await call(api, .post, "/authentication")
            try await call(api, .post, "/notes", ["title": "Engine", "text": "Ask Charles about it"])
            try await call(api, .get, "/notes")
        } else {
            try await call(api, .get, "/me")
        }
    }

    private func beRefused() async throws {
        narrator.step("Someone without a token is refused", "the same call, without Authorization")
        let target = stage.hasNotes ? "/notes" : "/me"
        let response = try await transport.send(HTTPRequest(.get, origin: stage.api, target: target))
        narrator.tell("GET \(target)", "\(response.status) \(oneLine(response.bytes))")
        guard response.status == 401 else { throw CommandFailure("expected 401") }
    }

    private func becomeMoreThanAGuest() async throws {
        narrator.step("A guest becomes a customer", "auth.signInAnonymously(), user.link(withEmail:password:)")
        let auth = client()
        let guest = try await auth.signInAnonymously().user
        narrator.tell("guest", guest.uid)
        let linked = try await guest.link(withEmail: "guest.\(email)", password: password).user
        narrator.tell("customer", "\(linked.uid), anonymous: \(linked.isAnonymous)")
        guard linked.uid == guest.uid else { throw CommandFailure("the identifier changed") }
        try await linked.delete()
    }

    private func leave(_ auth: Auth) async throws {
        narrator.step("Ada leaves", "user.delete()")
        try await auth.currentUser?.delete()
        narrator.tell("state", "\(auth.state)")
    }

    // MARK: What an app does not do

    /// Reads the mailbox: the emulator lists what it would have mailed.
    private func mailedCode() async throws -> String {
        let target = "/emulator/v1/projects/\(project)/oobCodes"
        let response = try await transport.send(HTTPRequest(.get, origin: stage.backend, target: target))
        let codes = try JSON.parse(response.bytes)["oobCodes"]?.array ?? []
        guard let code = codes.last(where: { $0["email"]?.string == email })?["oobCode"]?.string else {
            throw CommandFailure("no code was mailed to \(email)")
        }
        return code
    }

    private func call(
        _ api: AuthenticatedTransport,
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONValue? = nil
    ) async throws {
        var request = HTTPRequest(method, origin: stage.api, target: target)
        if let body {
            request.fields["Content-Type"] = "application/json"
            request.body = JSON.serialize(body)
        }
        let response = try await api.send(request)
        narrator.tell("\(method) \(target)", "\(response.status) \(oneLine(response.bytes))")
        guard (200..<300).contains(response.status) else { throw CommandFailure("expected success") }
    }

    private func oneLine(_ bytes: [UInt8]) -> String {
        guard let document = try? JSON.parse(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: JSON.serialize(document), as: UTF8.self)
    }
}
