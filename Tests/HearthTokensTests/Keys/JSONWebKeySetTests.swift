import HearthCore
import HearthCrypto
import HearthJSON
import HearthTokens
import Testing

@Suite("The document of keys")
struct JSONWebKeySetTests {
    private let one: RSAPublicKey
    private let two: RSAPublicKey

    init() throws {
        one = try Forge.issuerKey.get().publicKey
        two = try Forge.otherKey.get().publicKey
    }

    @Test func `what is written is read again`() throws {
        let set = JSONWebKeySet([.init(one), .init(two, keyIdentifier: "second")])
        let again = try JSONWebKeySet(parsing: JSON.serialize(set.json))
        #expect(again == set)
        #expect(again.key(one.keyIdentifier) == one)
        #expect(again.key("second") == two)
        #expect(again.key("third") == nil)
    }

    @Test func `a key is written with every member that clients look for, and no private one`() throws {
        let key = try #require(JSONWebKeySet([.init(one)]).json["keys"]?.array?.first?.object)
        #expect(key.names == ["kty", "use", "alg", "kid", "n", "e"])
        #expect(key["e"] == "AQAB")
    }

    @Test(arguments: [
        ("use", "enc"), ("alg", "RS512"), ("kty", "EC"), ("kid", ""), ("n", "AQAB"), ("e", "AQ"), ("e", "="),
    ])
    func `a key for something else, or a weak one, is left out`(_ name: String, _ value: String) throws {
        let good = JSONWebKeySet([.init(one)]).json["keys"]?.array ?? []
        var bad = try #require(JSONWebKeySet([.init(two)]).json["keys"]?.array?.first?.object)
        bad[name] = .string(value)
        let document: JSONValue = ["keys": .array([.object(bad)] + good)]
        let set = try JSONWebKeySet(parsing: JSON.serialize(document))
        #expect(set.entries.map(\.key) == [one])
    }

    @Test func `two keys of one name are refused`() {
        let set = JSONWebKeySet([.init(one, keyIdentifier: "a"), .init(two, keyIdentifier: "a")])
        #expect(throws: KeySourceError.self) { try JSONWebKeySet(parsing: JSON.serialize(set.json)) }
    }
}
