internal import HearthAuth
internal import HearthCore

/// What is done by mail: signing in, a new password, another address, and taking that back.
struct MailChapter: DemoChapter {
    static let title = "By mail"

    private let scene: Scene
    private let auth: Auth
    private let email: String
    private let newEmail: String

    init(scene: Scene) {
        self.scene = scene
        auth = scene.client()
        email = scene.address(of: "grace")
        newEmail = scene.address(of: "hopper")
    }

    func play() async throws {
        try await signInByLink()
        try await forgetPassword()
        try await takeBack()
        try await changeAddress()
    }

    private func signInByLink() async throws {
        scene.narrator.step(
            "Grace signs in with a mailed link",
            "auth.sendSignInLink(toEmail:actionCodeSettings:)",
            "auth.signIn(withEmail:link:)"
        )
        var settings = ActionCodeSettings()
        settings.handleCodeInApp = true
        settings.url = "http://localhost/welcome"
        try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
        let link = try await scene.inbox.mail(to: email).link.reveal()
        scene.narrator.tell("mail", "a link to \(email), for signing in: \(auth.isSignIn(withEmailLink: link))")
        try await scene.tell(try await auth.signIn(withEmail: email, link: link), in: auth)
    }

    private func forgetPassword() async throws {
        scene.narrator.step(
            "She chooses a password, forgets it, and resets it",
            "user.updatePassword(to:)",
            "auth.sendPasswordReset(withEmail:)",
            "auth.confirmPasswordReset(withCode:newPassword:)"
        )
        try await scene.user(of: auth).updatePassword(to: "something forgettable")
        try await auth.signOut()
        try await auth.sendPasswordReset(withEmail: email)
        let code = try await scene.inbox.mail(to: email).code.reveal()
        scene.narrator.tell("code", "is for \(try await auth.verifyPasswordResetCode(code))")
        try await scene.refuse(.weakPassword) {
            try await auth.confirmPasswordReset(withCode: code, newPassword: "short")
        }
        try await auth.confirmPasswordReset(withCode: code, newPassword: scene.password)
        try await scene.refuse(.invalidActionCode) {
            try await auth.confirmPasswordReset(withCode: code, newPassword: scene.password)
        }
        try await scene.tell(try await auth.signIn(withEmail: email, password: scene.password), in: auth)
    }

    private func takeBack() async throws {
        scene.narrator.step(
            "A thief changes her address, and she takes that back",
            "user.updateEmail(to:)",
            "auth.applyActionCode(_:), with the code mailed to the old address"
        )
        let user = try await scene.user(of: auth).updateEmail(to: scene.address(of: "thief"))
        scene.narrator.tell("address", user.email ?? "none")
        let code = try await scene.inbox.mail(to: email).code.reveal()
        try await auth.applyActionCode(code)
        let result = try await auth.signIn(withEmail: email, password: scene.password)
        scene.narrator.tell("address", "\(result.user.email ?? "none") again")
    }

    private func changeAddress() async throws {
        scene.narrator.step(
            "She moves to another address, confirmed from a mail",
            "user.sendEmailVerification(beforeUpdatingEmail:)",
            "auth.checkActionCode(_:), auth.applyActionCode(_:)"
        )
        try await scene.user(of: auth).sendEmailVerification(beforeUpdatingEmail: newEmail)
        let code = try await scene.inbox.mail(to: email).code.reveal()
        let info = try await auth.checkActionCode(code)
        scene.narrator.tell("code", "\(info.operation.rawValue), to \(info.email ?? "nowhere")")
        try await auth.applyActionCode(code)
        let result = try await auth.signIn(withEmail: newEmail, password: scene.password)
        scene.narrator.tell("address", "\(result.user.email ?? "none"), verified: \(result.user.isEmailVerified)")
        try await result.user.delete()
    }
}
