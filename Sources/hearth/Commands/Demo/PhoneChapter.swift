internal import HearthAuth
internal import HearthCore

/// What is done with text messages: signing in, and a number for someone who is signed in.
struct PhoneChapter: DemoChapter {
    static let title = "By phone"

    private let scene: Scene
    private let auth: Auth
    private let number: String

    init(scene: Scene) {
        self.scene = scene
        auth = scene.client()
        number = scene.phoneNumber()
    }

    func play() async throws {
        try await signIn()
        try await link()
    }

    private func signIn() async throws {
        scene.narrator.step(
            "Joan signs in with a text message",
            "PhoneAuthProvider(auth).verifyPhoneNumber(_:)",
            "auth.signIn(with: credential)"
        )
        let session = try await PhoneAuthProvider(auth).verifyPhoneNumber(number)
        let code = try await scene.inbox.text(to: number)
        scene.narrator.tell("text", "\(code.reveal().count) digits to \(number)")
        try await scene.refuse(.invalidVerificationCode) {
            try await auth.signIn(with: credential(session, code.reveal() + "0"))
        }
        try await scene.tell(try await auth.signIn(with: credential(session, code.reveal())), in: auth)
    }

    private func link() async throws {
        scene.narrator.step(
            "A guest adds a number; Joan's is taken",
            "user.link(with: credential)"
        )
        let auth = scene.client()
        let guest = try await auth.signInAnonymously().user
        let session = try await PhoneAuthProvider(auth).verifyPhoneNumber(number)
        let code = try await scene.inbox.text(to: number).reveal()
        try await scene.refuse(.credentialAlreadyInUse) {
            try await guest.link(with: credential(session, code))
        }
        let other = scene.phoneNumber()
        let second = try await PhoneAuthProvider(auth).verifyPhoneNumber(other)
        let linked = try await guest.link(with: credential(second, try await scene.inbox.text(to: other).reveal())).user
        scene.narrator.tell("number", "\(linked.phoneNumber ?? "none"), anonymous: \(linked.isAnonymous)")
        try scene.expect(linked.uid == guest.uid, "the identifier changed")
        try await linked.delete()
        try await scene.user(of: self.auth).delete()
    }

    private func credential(_ session: String, _ code: String) -> PhoneAuthCredential {
        PhoneAuthProvider.credential(withVerificationID: session, verificationCode: code)
    }
}
