import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@testable import HearthConsole

@Suite struct AdministratorPasskeyTests {
    typealias World = AdministrationWorld

    private static func device() -> SoftwareAuthenticator {
        var behaviour = SoftwareAuthenticator.Behaviour()
        behaviour.origin = World.origin
        return SoftwareAuthenticator(behaviour)
    }

    /// Makes a passkey as a browser does, and hands it to the console.
    private static func add(
        _ device: SoftwareAuthenticator,
        to person: World.Person,
        in world: World
    ) async throws -> HTTPResponse {
        let started = await world.send(.post, "passkeys:start", [:], as: person.browser)
        guard started.status == 200 else { return started }
        let options = try #require(try World.document(started)["options"])
        var wish = PasskeyCreationOptions(
            relyingPartyID: try #require(options["rp"]?["id"]?.string),
            relyingPartyName: "",
            userID: try bytes(options["user"]?["id"]),
            userName: "",
            userDisplayName: "",
            challenge: try bytes(options["challenge"])
        )
        wish.excludedCredentialIDs = try (options["excludeCredentials"]?.array ?? []).map { try bytes($0["id"]) }
        let made = try await device.register(wish)
        let answer: JSONObject = [
            "id": .string(Base64.encode(made.credentialID)),
            "response": [
                "clientDataJSON": .string(Base64.encode(made.clientDataJSON)),
                "attestationObject": .string(Base64.encode(made.attestationObject)),
            ],
        ]
        let body: JSONObject = ["name": "Ada's laptop", "passkey": .object(answer)]
        return await world.send(.post, "passkeys:finish", body, as: person.browser)
    }

    private static func bytes(_ value: JSONValue?) throws -> [UInt8] {
        try #require(value?.string.flatMap { Base64.decode($0.utf8) })
    }

    /// Types the password, and signs what the console asks to be signed.
    private static func prove(
        _ device: SoftwareAuthenticator,
        _ person: World.Person,
        in world: World
    ) async throws -> JSONObject {
        let body: JSONObject = ["email": .string(person.email), "password": .string(World.password)]
        let waiting = try World.document(await world.send(.post, "session", body))
        let options = try #require(waiting["passkey"], "no passkey is asked for")
        let signed = try await device.authenticate(
            PasskeyRequestOptions(
                relyingPartyID: try #require(options["rpId"]?.string),
                challenge: try bytes(options["challenge"])
            )
        )
        let answer: JSONObject = [
            "id": .string(Base64.encode(signed.credentialID)),
            "response": [
                "clientDataJSON": .string(Base64.encode(signed.clientDataJSON)),
                "authenticatorData": .string(Base64.encode(signed.authenticatorData)),
                "signature": .string(Base64.encode(signed.signature.reveal())),
                "userHandle": .string(Base64.encode(try #require(signed.userHandle))),
            ],
        ]
        return ["ticket": try #require(waiting["ticket"]), "passkey": .object(answer)]
    }

    @Test func `a passkey stands in for the code of the authenticator app, after the password`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .viewer)
        let device = Self.device()
        let added = await world.send(.get, "passkeys", as: ada.browser)
        #expect(try World.document(added)["passkeys"]?.array?.isEmpty == true)
        #expect(try await Self.add(device, to: ada, in: world).status == 200)
        let list = try World.document(await world.send(.get, "passkeys", as: ada.browser))
        #expect(list["passkeys"]?.array?.map { $0["name"]?.string } == ["Ada's laptop"])

        let proof = try await Self.prove(device, ada, in: world)
        let answer = await world.send(.post, "session:finish", proof)
        let browser = try World.browser(after: answer)
        #expect(try World.document(await world.send(.get, "console", as: browser))["email"]?.string == ada.email)
        // The same answer once more, and the code of the app beside it.
        #expect(await world.send(.post, "session:finish", proof).status == 401)
        world.pass(.seconds(30))
        #expect(try await world.signIn(ada).status == 200)
    }

    @Test func `a passkey without the password, or of another administrator, opens nothing`() async throws {
        let world = try await World()
        let (ada, eve) = (
            try await world.enroll("ada@example.com", as: .owner),
            try await world.enroll("eve@example.com", as: .viewer)
        )
        let (hers, other) = (Self.device(), Self.device())
        #expect(try await Self.add(hers, to: ada, in: world).status == 200)
        #expect(try await Self.add(other, to: eve, in: world).status == 200)
        let mixed = try await Self.prove(other, ada, in: world)
        let refused = await world.send(.post, "session:finish", mixed)
        #expect(refused.status == 401 && refused.fields["set-cookie"] == nil)
        var alone = try await Self.prove(hers, ada, in: world)
        alone["ticket"] = "made up"
        #expect(await world.send(.post, "session:finish", alone).status == 401)
        let late = try await Self.prove(hers, ada, in: world)
        world.pass(.minutes(6))
        #expect(await world.send(.post, "session:finish", late).status == 401)
    }

    @Test func `a passkey that did not see its user is refused`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let device = Self.device()
        #expect(try await Self.add(device, to: ada, in: world).status == 200)
        device.behaviour.verifiesUser = false
        let proof = try await Self.prove(device, ada, in: world)
        #expect(await world.send(.post, "session:finish", proof).status == 401)
    }

    @Test func `adding and removing need a recent proof, end the other sessions and stand in the audit`() async throws {
        let world = try await World()
        var ada = try await world.enroll("ada@example.com", as: .owner)
        let device = Self.device()
        world.pass(.seconds(30))
        let other = try World.browser(after: try await world.signIn(ada))
        #expect(try await Self.add(device, to: ada, in: world).status == 200)
        #expect(await world.send(.get, "console", as: other).status == 401)
        #expect(await world.send(.get, "console", as: ada.browser).status == 200)

        world.pass(.minutes(6))
        for (path, body) in [("passkeys:start", [:] as JSONObject), ("passkeys:remove", ["id": "x"])] {
            let refused = await world.send(.post, path, body, as: ada.browser)
            #expect(refused.status == 403)
            #expect(try World.document(refused)["error"]?["status"]?.string == "RECENT_PROOF_REQUIRED")
        }
        // A passkey proves again too.
        let proof = try await Self.prove(device, ada, in: world)
        let confirmed = await world.send(.post, "session:confirm", proof, as: ada.browser)
        ada.browser = try World.browser(after: confirmed)
        #expect(try await Self.add(Self.device(), to: ada, in: world).status == 200)
        let list = try World.document(await world.send(.get, "passkeys", as: ada.browser))
        let first = try #require(list["passkeys"]?.array?.first?["id"])
        let left = try World.document(await world.send(.post, "passkeys:remove", ["id": first], as: ada.browser))
        #expect(left["passkeys"]?.array?.count == 1)
        let audit = try World.document(await world.send(.get, "audit", as: ada.browser))
        let actions = audit["lines"]?.array?.compactMap { $0["action"]?.string } ?? []
        #expect(actions.prefix(4) == ["RemovePasskey", "AddPasskey", "Confirm", "AddPasskey"])
    }

    @Test func `a new invitation leaves no passkey of before`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let device = Self.device()
        #expect(try await Self.add(device, to: ada, in: world).status == 200)
        let again = try await world.enroll("ada@example.com", as: .owner)
        let list = try World.document(await world.send(.get, "passkeys", as: again.browser))
        #expect(list["passkeys"]?.array?.isEmpty == true)
    }

    @Test(arguments: [
        ("https://admin.example.com", "admin.example.com"), ("http://localhost:9098", "localhost"),
        ("https://192.0.2.7:9098", nil), ("https://[2001:db8::1]", nil),
    ])
    func `passkeys are for a host that has a name`(_ row: (origin: String, host: String?)) {
        #expect(AdministratorAccounts.relyingParty(of: row.origin)?.id == row.host)
    }
}
