import Foundation
import HearthFirebaseCompat
import HearthTesting
import NotesApp
import Testing

@Suite("A notes app with handlers", .timeLimit(.minutes(5)))
@MainActor
struct NotesAppTests {
    private static let eve = "eve@example.com"
    private let app: SampleApp
    private let session: NotesSession

    init() async throws {
        app = try await SampleApp()
        session = NotesSession(auth: app.auth)
    }

    @Test func `follows the user from the sign-up to the sign-out`() async throws {
        session.listen()
        await done { done in
            session.signUp(email: Self.eve, password: "correct horse") { result, error in
                #expect(result?.user.email == Self.eve && error == nil)
                done()
            }
        }
        await done { done in
            session.rename(to: "Eve") { error in
                #expect(error == nil)
                done()
            }
        }
        var texts: [String?] = []
        for old in ["wrong horse", "correct horse"] {
            await done { done in
                session.changePassword(from: old, to: "another horse") { text in
                    texts.append(text)
                    done()
                }
            }
        }
        #expect(texts == ["wrong password", nil])
        await done { done in
            session.authorization { header, _ in
                #expect(header?.hasPrefix("Bearer ey") == true)
                done()
            }
        }
        #expect(session.user?.email == Self.eve && session.tokens > 0 && app.auth.currentUser?.displayName == "Eve")
        await done { done in session.resetPassword(email: Self.eve) { _ in done() } }
        _ = try await app.backend.inbox.next(.passwordReset, to: Self.eve)
        await done { done in
            session.didChange = { user in if user == nil { done() } }
            #expect(session.signOut())
        }
        session.didChange = nil
        session.unbind()
    }

    @Test func `keeps the guest's notes when the guest signs in with Apple, and finds the account again`() async throws
    {
        await done { done in session.start { _ in done() } }
        let guest = try #require(app.auth.currentUser?.uid)
        await done { done in session.start { _ in done() } }
        #expect(app.auth.currentUser?.uid == guest)
        // The emulator believes a token that is plain JSON, as the official one does.
        let token = Data(#"{"sub":"apple-1","email":"eve@example.com","email_verified":true}"#.utf8)
        var users: [String] = []
        for _ in 0..<2 {
            await done { done in
                session.signInWithApple(idToken: token, nonce: "n", name: nil) { result in
                    switch result {
                    case .success(let user): users.append(user.uid)
                    case .failure(let error): Issue.record("\(error)")
                    }
                    done()
                }
            }
            session.signOut()
            await done { done in session.start { _ in done() } }
        }
        #expect(users == [guest, guest])
    }
}
