internal import HearthAuth
internal import HearthCore
internal import HearthHTTP
internal import HearthTransport

/// What the steps of the demo share: clients, the narrator, and the mail and the text messages that were not sent.
struct Scene {
    let stage: Stage
    let project: String
    var narrator = Narrator()
    let transport = SystemTransport()
    let password = "correct horse battery staple"

    /// What the emulator would have mailed and texted.
    var inbox: DemoInbox { DemoInbox(backend: stage.backend, project: project, transport: transport) }

    /// An app that no one has signed in to.
    func client() -> Auth {
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

    /// An address that no one has.
    func address(of name: String) -> String {
        "\(name).\(RandomSource.system.alphanumeric(6).lowercased())@example.com"
    }

    /// A telephone number of those that are kept for stories.
    func phoneNumber() -> String {
        "+1555555\(RandomSource.system.digits(4))"
    }

    /// The user of an app.
    func user(of auth: Auth) throws -> User {
        guard let user = auth.currentUser else { throw CommandFailure("no user is signed in") }
        return user
    }

    /// Stops the demo unless something holds.
    func expect(_ holds: Bool, _ otherwise: String) throws {
        guard holds else { throw CommandFailure(otherwise) }
    }

    /// Tells who is signed in, and by what; the tokens stay secret.
    func tell(_ result: AuthDataResult, in auth: Auth) async throws {
        let token = try await auth.idTokenResult()
        let method = token.signInProvider ?? "nothing"
        let factor = token.signInSecondFactor.map { " and \($0)" } ?? ""
        let kind = result.additionalUserInfo.isNewUser ? "a new account" : "a known account"
        narrator.tell("uid", result.user.uid)
        narrator.tell("signed in", "by \(method)\(factor), to \(kind)")
    }

    /// Does what must be refused, and tells how the app learns of it.
    @discardableResult
    func refuse<Answer>(
        _ code: AuthError.Code,
        _ work: () async throws -> Answer
    ) async throws -> AuthError {
        do {
            _ = try await work()
        } catch let error as AuthError where error.code == code {
            narrator.tell("refused", "\(code.name): \(error.userMessage)")
            return error
        }
        throw CommandFailure("this was accepted: \(code.name) was expected")
    }
}
