import HearthCore
import HearthJSON
import Testing

@Suite("An identifier")
struct IdentifierTests {
    @Test func `is another one if a byte is another, though Swift calls the texts equal`() throws {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        #expect(composed == decomposed)
        let one = try #require(UserID(rawValue: composed))
        let other = try #require(UserID(rawValue: decomposed))
        #expect(one != other)
        #expect(!(one == other))
        #expect(Set([one, other]).count == 2)
        #expect([one: 1][other] == nil)
        #expect(![one].contains(other))
        #expect(Optional(one) != Optional(other))
        #expect(TenantID(rawValue: composed) != TenantID(rawValue: decomposed))
        #expect(FactorID(rawValue: composed) != FactorID(rawValue: decomposed))
        #expect(ProviderUserID(rawValue: composed) != ProviderUserID(rawValue: decomposed))
        #expect(try one == #require(UserID(rawValue: composed)))
    }

    @Test(arguments: [
        "", "a\u{0}b", "a\nb", "a\r\nb", "\u{7F}", "\u{85}", "\u{9F}", "a\u{2028}", "a\u{2029}", "\u{1B}[0m",
    ])
    func `has no control characters and no line ends`(_ text: String) {
        #expect(UserID(rawValue: text) == nil)
        #expect(TenantID(rawValue: text) == nil)
        #expect(FactorID(rawValue: text) == nil)
        #expect(ProviderUserID(rawValue: text) == nil)
        #expect(ProviderID(rawValue: text) == nil)
        #expect(ProjectID(rawValue: text) == nil)
    }

    @Test(arguments: ["u1", "a b", "日本", "../..", "a'; DROP TABLE", "e\u{301}", "👩‍👩‍👧"])
    func `of a user is any other text, as Firebase's is`(_ text: String) {
        #expect(UserID(rawValue: text)?.rawValue.utf8.elementsEqual(text.utf8) == true)
    }

    @Test func `is of bounded length in bytes`() {
        #expect(UserID(rawValue: String(repeating: "a", count: 128)) != nil)
        #expect(UserID(rawValue: String(repeating: "a", count: 129)) == nil)
        #expect(UserID(rawValue: String(repeating: "ü", count: 64)) != nil)
        #expect(UserID(rawValue: String(repeating: "ü", count: 65)) == nil)
        #expect(ProviderUserID(rawValue: String(repeating: "a", count: 1025)) == nil)
        #expect(ProviderID(rawValue: String(repeating: "a", count: 129)) == nil)
    }

    @Test(arguments: ["google.com", "oidc.staff", "saml.corp-1", "password", "gc.apple.com"])
    func `of a provider is a plain name`(_ name: String) {
        #expect(ProviderID(rawValue: name)?.description == name)
    }

    @Test(arguments: ["google com", "gοοgle.com", "a/b", "a@b", "oidc.ü"])
    func `of a provider is nothing but a plain name`(_ name: String) {
        #expect(ProviderID(rawValue: name) == nil)
    }

    @Test func `is a string in JSON`() throws {
        let id = try #require(UserID(rawValue: "u1"))
        #expect(try JSON.encode([id]) == Array(#"["u1"]"#.utf8))
        #expect(try JSON.decode([UserID].self, from: Array(#"["u1"]"#.utf8)) == [id])
        #expect(throws: (any Error).self) { try JSON.decode([UserID].self, from: Array(#"["a\nb"]"#.utf8)) }
        let address = try #require(EmailAddress("ada@example.com"))
        #expect(try JSON.decode([EmailAddress].self, from: try JSON.encode([address])) == [address])
        let number = try #require(PhoneNumber("+15555550100"))
        #expect(try JSON.decode([PhoneNumber].self, from: try JSON.encode([number])) == [number])
    }
}
