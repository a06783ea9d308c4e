package import HearthCore

// What workflows need beyond the public API: a second session aside, and a session that is put away for a while.
extension Auth {
    /// The clocks that the client lives by.
    package var clock: AuthClock { core.caller.clock }

    /// Where what belongs to the session, without being part of it, is kept.
    package func neighboringStorage(_ name: String) -> any SessionStorage {
        core.keeper.storage.neighbor(name)
    }

    /// A client of the same project whose session no one else sees.
    ///
    /// - Parameter session: A session of ``exportSession()`` to begin with. Defaults to none.
    /// - Returns: The client; its session lives in memory.
    package func detached(_ session: Secret<[UInt8]>? = nil) -> Auth {
        Auth(core: AuthCore(caller: core.caller, storage: InMemorySessionStorage(session)))
    }

    /// The session as a storage would keep it; `nil` if no user is signed in.
    package func exportSession() async -> Secret<[UInt8]>? {
        guard let live = try? await core.keeper.live(nil) else { return nil }
        return SessionEnvelope.encode(live.kept)
    }

    /// Makes the one who is signed in to another client of the project the one who is signed in here.
    ///
    /// - Parameter other: The other client, which keeps its session.
    /// - Returns: The user, in a session of this client.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/nullUser`` if no user is signed in there.
    package func adoptSession(of other: Auth) async throws(AuthError) -> User {
        let ticket = await core.keeper.drawTicket()
        let live = try await other.core.keeper.live(nil)
        let own = try await core.keeper.signIn(ticket, live.account, live.tokens)
        return User(account: own.account, epoch: own.epoch, core: core)
    }

    /// Forgets the session in memory and leaves it in the storage, which will not give it out before it is unlocked.
    package func lock() async {
        await core.keeper.lock()
    }
}
