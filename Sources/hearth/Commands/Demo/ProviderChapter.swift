internal import HearthAuth
internal import HearthCore
internal import HearthJSON

/// What is done with the identity tokens of others: Google, Apple, and what happens when two of them meet.
///
/// The emulator believes a token that is plain JSON, as the official one does, so that no provider is needed here.
struct ProviderChapter: DemoChapter {
    static let title = "By Google, Apple and others"

    private let scene: Scene
    private let auth: Auth
    private let email: String

    init(scene: Scene) {
        self.scene = scene
        auth = scene.client()
        email = scene.address(of: "radia")
    }

    func play() async throws {
        try await google()
        try await apple()
        try await collide()
        try await unlink()
    }

    private func google() async throws {
        scene.narrator.step(
            "Radia signs in with Google",
            "GoogleAuthProvider.credential(withIDToken:accessToken:)",
            "auth.signIn(with: credential)"
        )
        let token = token("google-\(email)", ["email": .string(email), "email_verified": true, "name": "Radia"])
        let credential = GoogleAuthProvider.credential(withIDToken: token, accessToken: nil)
        let result = try await auth.signIn(with: credential)
        try await scene.tell(result, in: auth)
        scene.narrator.tell("name", "\(result.user.displayName ?? "none"), \(result.user.email ?? "no address")")
    }

    private func apple() async throws {
        scene.narrator.step(
            "Frances signs in with Apple, with a nonce and her name",
            "OAuthProvider.appleCredential(withIDToken:rawNonce:fullName:)",
            "auth.signIn(with: credential)"
        )
        let auth = scene.client()
        let nonce = Nonce.make()
        let email = scene.address(of: "frances")
        let claims: JSONObject = ["email": .string(email), "email_verified": true, "nonce": .string(nonce.sha256)]
        let credential = OAuthProvider.appleCredential(
            withIDToken: token("apple-\(email)", claims),
            rawNonce: nonce.raw,
            fullName: PersonName(givenName: "Frances", familyName: "Allen")
        )
        let result = try await auth.signIn(with: credential)
        try await scene.tell(result, in: auth)
        scene.narrator.tell("name", result.user.displayName ?? "none")
        try await result.user.delete()
    }

    private func collide() async throws {
        scene.narrator.step(
            "Radia's address comes from GitHub too: the account is recovered",
            "auth.signIn(with: credential), refused with error.collision",
            "auth.signIn(with:) as before, then user.link(with: collision.credential)"
        )
        let other = scene.client()
        let token = token("github-\(email)", ["email": .string(email)])
        let credential = OAuthProvider.credential(providerID: "github.com", idToken: token)
        let error = try await scene.refuse(.accountExistsWithDifferentCredential) {
            try await other.signIn(with: credential)
        }
        let providers = error.collision?.verifiedProviders.joined(separator: ", ") ?? "nobody"
        scene.narrator.tell("collision", "that address is known by \(providers)")
        guard let kept = error.collision?.credential else { throw CommandFailure("the credential was not kept") }
        let linked = try await scene.user(of: auth).link(with: kept).user
        scene.narrator.tell("providers", linked.providerData.map(\.providerID).joined(separator: ", "))
        let result = try await other.signIn(with: credential)
        try await scene.tell(result, in: other)
        try scene.expect(result.user.uid == linked.uid, "GitHub leads to another account")
    }

    private func unlink() async throws {
        scene.narrator.step("She takes one of them away, and keeps the last", "user.unlink(fromProvider:)")
        let user = try await scene.user(of: auth).unlink(fromProvider: "github.com")
        scene.narrator.tell("providers", user.providerData.map(\.providerID).joined(separator: ", "))
        try scene.expect(user.providerData.map(\.providerID) == ["google.com"], "the provider is still there")
        try await user.delete()
    }

    private func token(_ subject: String, _ claims: JSONObject) -> String {
        var claims = claims
        claims["sub"] = .string(subject)
        return String(decoding: JSON.serialize(.object(claims)), as: UTF8.self)
    }
}
