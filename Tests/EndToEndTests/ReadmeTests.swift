import HearthAuth
import HearthBackend
import HearthCore
import HearthFirestore
import HearthFlows
import HearthHTTP
import HearthTesting
import HearthTokens
import Testing

/// The code of README: script/check compares each block with this file.
@Suite("README")
struct ReadmeTests {
    private struct App {
        func tenLines() async throws {
            let auth = Auth(.emulator(project: "demo-shop"))

            let result = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
            try await result.user.sendEmailVerification()

            do {
                try await auth.signIn(withEmail: "eve@example.com", password: "wrong horse")
            } catch {
                print(error.userMessage)
            }

            let token = try await auth.idToken()
            _ = token
        }

        func workflows(_ auth: Auth, _ notes: Notes, idToken: String) async throws {
            let manager = AuthManager(auth)

            switch try await manager.signIn(with: .google(idToken: idToken)) {
            case .signedIn(let user), .signedUp(let user): welcome(user)
            case .needsLinking(let conflict): askForTheOtherMethod(conflict)
            case .needsSecondFactor(let step): askForACode(step)
            }

            try await manager.deleteAccount {
                Step("Notes") { user in try await notes.deleteAll(of: user.uid) }
            } reauthenticate: { challenge in
                .password(try await askForThePassword(of: challenge.email))
            }
        }

        private func welcome(_ user: User) {}
        private func askForTheOtherMethod(_ conflict: LinkingConflict) {}
        private func askForACode(_ step: SecondFactorStep) {}
        private func askForThePassword(of email: String?) async throws -> String { "correct horse" }
    }

    private actor Notes {
        private(set) var deletedOwners: [String] = []

        func deleteAll(of owner: String) throws { deletedOwners.append(owner) }
    }

    @Test func `the workflows lead a user in, and out for ever`() async throws {
        let backend = try await TestBackend()
        let notes = Notes()
        let idToken = #"{"sub":"g1","email":"eve@gmail.com","email_verified":true}"#
        try await App().workflows(Auth(backend), notes, idToken: idToken)
        #expect(await notes.deletedOwners.count == 1)
    }

    @Test func `an app is tested without a port`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)

        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user.sendEmailVerification()
        let mail = try await backend.inbox.next(.verifyEmail, to: "eve@example.com")
        try await auth.applyActionCode(mail.code)

        backend.clock.advance(by: .hours(2))
        backend.fail(next: .token, with: .offline)
        await #expect(throws: AuthError.self) { try await auth.idToken() }
        #expect(auth.state.isSignedIn)

        let user = try await auth.currentUser?.reload()
        #expect(user?.isEmailVerified == true)
    }

    @Test func `a server trusts a token`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        let user = try await auth.signInAnonymously().user
        let token = try await auth.idToken()
        let origin = "http://127.0.0.1:9099"
        let project = backend.project
        let transport = backend.transport

        let verifier = try TokenVerifier.hearth(origin: origin, project: project, transport: transport)
        let verified = try await verifier.verify(token.reveal())
        print(verified.uid, verified.email ?? "no address")

        #expect(verified.uid.rawValue == user.uid)
    }

    private struct Order: Codable, Sendable, Equatable {
        var title: String
        var createdAt: Int
    }

    private func watch(
        _ backend: TestBackend,
        _ auth: Auth,
        _ uid: String,
        show: ([Order]) throws -> Void
    ) async throws {
        do {
            let firestore = Firestore(backend, auth: auth)
            let orders = firestore.collection("users/\(uid)/orders").order(by: "createdAt", descending: true)
            for try await list in orders.snapshots(as: Order.self) { try show(list) }
        } catch is CancellationError {}
    }

    @Test func `a list of documents shows what is written`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        let uid = try await auth.signInAnonymously().user.uid
        var shown: [[Order]] = []
        let order = Order(title: "Tea", createdAt: 1)
        let reader = Firestore(backend, auth: auth)
        try await reader.collection("users/\(uid)/orders").document("1").setData(from: order)

        try await watch(backend, auth, uid) { list in
            shown.append(list)
            if !list.isEmpty { throw CancellationError() }
        }
        #expect(shown.last == [order])
    }
}
