@testable import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

@Suite("The changes of the identity token")
struct IDTokenChangesTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }

    @Test func `begin with the present user, or with no one`() async throws {
        var nobody = auth.idTokenChanges.makeAsyncIterator()
        #expect(try #require(await nobody.next()) == nil)
        let user = try await fixture.signIn()
        var somebody = auth.idTokenChanges.makeAsyncIterator()
        #expect(try #require(await somebody.next()) == user)
    }

    @Test func `are sign-ins, refreshes and sign-outs, and nothing else`() async throws {
        let user = try await fixture.signIn()
        var changes = auth.idTokenChanges.makeAsyncIterator()
        _ = await changes.next()
        _ = try await auth.idToken()
        try await user.updateProfile(displayName: .set("Eve"))
        _ = try await auth.idToken(forcingRefresh: true)
        #expect(try #require(await changes.next())?.displayName == "Eve")
        try await auth.signOut()
        #expect(try #require(await changes.next()) == nil)
        let again = try await fixture.signIn()
        #expect(try #require(await changes.next())?.uid == again.uid)
    }

    @Test func `say nothing while no one knows`() async throws {
        let user = try await fixture.signIn()
        let locked = FaultyStorage(fixture.storage.bytes, loadProblems: [.locked])
        let later = fixture.restarted(storage: locked)
        #expect(await later.auth.ready().unavailability == .locked)
        var changes = later.auth.idTokenChanges.makeAsyncIterator()
        await later.auth.retryRestoring()
        #expect(try #require(await changes.next())?.uid == user.uid)
    }

    @Test func `end with the task`() async {
        let follower = Task { [auth] in for await _ in auth.idTokenChanges {} }
        await until { auth.core.broadcast.followerCount == 1 }
        follower.cancel()
        await follower.value
        await until { auth.core.broadcast.followerCount == 0 }
    }
}
