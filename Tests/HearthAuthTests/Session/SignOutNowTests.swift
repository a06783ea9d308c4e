@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

@Suite("Signing out without waiting")
struct SignOutNowTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }

    @Test func `counts before it returns, and reaches the storage`() async throws {
        let user = try await fixture.signIn()
        #expect(fixture.storedUser == user.uid)
        auth.signOutNow()
        #expect(auth.currentUser == nil && auth.state.reason == .byUser)
        await until { fixture.storage.bytes == nil }
        #expect(await failure { () throws(AuthError) in try await user.reload() }?.code == .staleUser)
    }

    @Test func `overtakes a sign-in that is on its way`() async throws {
        fixture.service.add("eve@example.com", password: "correct horse")
        let gate = Gate()
        fixture.service.next("signInWithPassword", .hold(gate))
        let signIn = Task { [auth] in
            await failure { () throws(AuthError) in
                try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
            }
        }
        await until { fixture.service.count("signInWithPassword") == 1 }
        auth.signOutNow()
        gate.open()
        #expect(await signIn.value?.code == .superseded)
        #expect(auth.state.reason == .byUser)
    }

    @Test func `is overtaken by a later sign-in`() async throws {
        for _ in 0..<100 {
            auth.signOutNow()
            let user = try await fixture.signIn()
            #expect(auth.currentUser?.uid == user.uid)
        }
        #expect(fixture.storedUser != nil)
    }

    @Test func `before the storage was read, no one comes out of it any more`() async throws {
        _ = try await fixture.signIn()
        for _ in 0..<50 {
            let again = fixture.restarted()
            again.auth.signOutNow()
            #expect(again.auth.currentUser == nil)
            #expect(await again.auth.ready().reason == .byUser)
            await until { fixture.storage.bytes == nil }
            _ = try await fixture.signIn()
        }
    }

    @Test func `no one sees the session again, whatever changes it meanwhile`() async throws {
        for _ in 0..<100 {
            let user = try await fixture.signIn()
            let busy = Task {
                for number in 0..<20 { _ = try? await user.updateProfile(displayName: .set("name \(number)")) }
            }
            await Task.yield()
            auth.signOutNow()
            for _ in 0..<20 {
                #expect(auth.currentUser == nil)
                await Task.yield()
            }
            await busy.value
            #expect(auth.state.reason == .byUser)
        }
    }
}
