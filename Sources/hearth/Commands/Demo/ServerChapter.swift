internal import HearthAuth
internal import HearthCore
internal import HearthJSON

/// What involves a server of one's own, and what is asked of someone before something dangerous.
struct ServerChapter: DemoChapter {
    static let title = "With a server of one's own"

    private let scene: Scene
    private let auth: Auth

    init(scene: Scene) {
        self.scene = scene
        auth = scene.client()
    }

    func play() async throws {
        try await signInWithCustomToken()
        try await changeProfile()
        try await proveAgain()
    }

    private func signInWithCustomToken() async throws {
        scene.narrator.step("Edsger's server signs him in, with a claim of its own", "auth.signIn(withCustomToken:)")
        let uid = "edsger-\(RandomSource.system.alphanumeric(6).lowercased())"
        // The emulator believes plain JSON; a server signs this with its service account.
        let token: JSONValue = ["uid": .string(uid), "claims": ["role": "editor"]]
        let text = String(decoding: JSON.serialize(token), as: UTF8.self)
        let result = try await auth.signIn(withCustomToken: text)
        try await scene.tell(result, in: auth)
        let role = try await auth.idTokenResult().claims["role"]?.string
        scene.narrator.tell("role", role ?? "none")
        try scene.expect(result.user.uid == uid && role == "editor", "the token says something else")
    }

    private func changeProfile() async throws {
        scene.narrator.step("He says who he is", "user.updateProfile(_:)")
        let user = try await scene.user(of: auth).updateProfile(displayName: .set("Edsger"))
        scene.narrator.tell("name", user.displayName ?? "none")
    }

    private func proveAgain() async throws {
        scene.narrator.step(
            "He adds a password, and proves it before he leaves",
            "user.link(withEmail:password:)",
            "user.reauthenticate(with: credential)",
            "user.delete()"
        )
        let email = scene.address(of: "edsger")
        let user = try await scene.user(of: auth).link(withEmail: email, password: scene.password).user
        try await scene.refuse(.wrongPassword) {
            let credential = EmailAuthProvider.credential(withEmail: email, password: "wrong horse")
            return try await user.reauthenticate(with: credential)
        }
        let credential = EmailAuthProvider.credential(withEmail: email, password: scene.password)
        let result = try await user.reauthenticate(with: credential)
        try await scene.tell(result, in: auth)
        try await result.user.delete()
        scene.narrator.tell("state", "\(auth.state)")
    }
}
