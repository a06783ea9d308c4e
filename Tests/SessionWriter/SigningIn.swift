import HearthAuth
import HearthCore

/// An app that signs in and out for as long as it lives, at a backend of this machine.
///
/// Before each call it reports `begin` and the call, after it `done`, the call and who it says is signed in.
struct SigningIn {
    let directory: String
    let port: Int
    let seed: Int

    func run() async {
        let auth = Auth(
            .emulator(project: "demo-test", port: port),
            storage: FileSessionStorage(directory: directory)
        )
        await auth.ready()
        var number = UInt64(truncatingIfNeeded: seed)
        while true {
            // Knuth's generator: what matters is that a seed tells the calls.
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let call = ["eve", "zoe", "eve", "zoe", "out", "reload", "refresh", "rename"][Int(number >> 61)]
            report("begin \(call)")
            do throws(AuthError) {
                try await make(call, auth)
                report("done \(call) \(auth.currentUser?.uid ?? "-")")
            } catch {
                report("failed \(call) \(error.code.name)")
            }
        }
    }

    private func make(_ call: String, _ auth: Auth) async throws(AuthError) {
        switch call {
        case "eve", "zoe": try await auth.signIn(withEmail: call + "@example.com", password: "correct horse")
        case "out": try await auth.signOut()
        case "reload": try await auth.currentUser?.reload()
        case "refresh": _ = try await auth.currentUser?.idToken(forcingRefresh: true)
        default: try await auth.currentUser?.updateProfile(displayName: .set("name \(seed)"))
        }
    }
}
