import HearthCore
import HearthJSON
import Testing

@Suite("What identifiers may be made of")
struct IdentifierRuleTests {
    /// Makes an identifier of each kind, with the most bytes that it may have.
    private static let texts: [(String, Int, @Sendable (String) -> String?)] = [
        ("UserID", 128, { UserID(rawValue: $0)?.rawValue }), ("TenantID", 128, { TenantID(rawValue: $0)?.rawValue }),
        ("FactorID", 128, { FactorID(rawValue: $0)?.rawValue }),
        ("ProviderUserID", 1024, { ProviderUserID(rawValue: $0)?.rawValue }),
        ("PasskeyID", 2048, { PasskeyID(rawValue: $0)?.rawValue }),
    ]

    private static let names: [(String, Int, @Sendable (String) -> String?)] = [
        ("ProjectID", 128, { ProjectID(rawValue: $0)?.rawValue }),
        ("ProviderID", 128, { ProviderID(rawValue: $0)?.rawValue }),
    ]

    @Test func `every kind has its limit in bytes, and not one more`() {
        for (kind, limit, make) in Self.texts + Self.names {
            #expect(make("") == nil, "\(kind)")
            #expect(make("a") == "a", "\(kind)")
            #expect(make(String(repeating: "a", count: limit)) != nil, "\(kind)")
            #expect(make(String(repeating: "a", count: limit + 1)) == nil, "\(kind)")
        }
        for (kind, limit, make) in Self.texts {
            // A character of four bytes that crosses the limit.
            #expect(make(String(repeating: "a", count: limit - 4) + "😀") != nil, "\(kind)")
            #expect(make(String(repeating: "a", count: limit - 3) + "😀") == nil, "\(kind)")
        }
    }

    @Test func `text has every scalar but controls and ends of lines`() {
        let controls = Array(0...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029]
        let others: [UInt32] = [0x20, 0x7E, 0xA0, 0xAD, 0x200B, 0x2027, 0x202A, 0x202E, 0xFEFF, 0xFFFD, 0x10FFFF]
        for (kind, _, make) in Self.texts {
            for scalar in controls.map(UInt32.init).compactMap(Unicode.Scalar.init) {
                for text in ["\(scalar)", "a\(scalar)", "\(scalar)a", "a\(scalar)a"] {
                    #expect(make(text) == nil, "\(kind) U+\(String(scalar.value, radix: 16))")
                }
            }
            for scalar in others.compactMap(Unicode.Scalar.init) {
                #expect(make("a\(scalar)") != nil, "\(kind) U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    // A name stands in paths and in tokens: what it may hold means nothing there.
    @Test func `a name has 66 characters of ASCII to choose from`() {
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:".utf8)
        #expect(allowed.count == 66)
        for (kind, _, make) in Self.names {
            for byte in UInt8.min...0x7F {
                let text = "a" + String(Unicode.Scalar(byte)) + "b"
                #expect((make(text) != nil) == allowed.contains(byte), "\(kind) \(byte)")
            }
            for text in ["é", "ａ", "а", "٣", "a\u{301}", "😀"] { #expect(make(text) == nil, "\(kind) \(text)") }
        }
    }

    @Test(arguments: ["", "a\u{0}b", "x\n", String(repeating: "z", count: 5000), "u1"])
    func `what is stored is read back, by whatever rules it was taken`(_ stored: String) {
        #expect(UserID(stored: stored).rawValue == stored)
        #expect(TenantID(stored: stored).rawValue == stored)
        #expect(ProviderID(stored: stored).rawValue == stored)
        #expect(ProviderUserID(stored: stored).rawValue == stored)
        #expect(FactorID(stored: stored).rawValue == stored)
        #expect(PasskeyID(stored: stored).rawValue == stored)
        #expect("\(UserID(stored: stored))" == stored)
    }

    @Test func `equal bytes have one hash, and other bytes are another identifier`() throws {
        let ids = ["a", "b", "ab", "", "ba"].map(UserID.init(stored:))
        #expect(Set(ids + ids).count == 5)
        for (one, other) in zip(ids, ids.dropFirst()) { #expect(one != other && !(one == other)) }
        let one = try #require(UserID(rawValue: "a")), same = try #require(UserID(rawValue: "a"))
        #expect(one == same && !(one != same) && one.hashValue == same.hashValue)
        // Two texts in a row hash otherwise than the same letters cut elsewhere.
        #expect(Set([[ids[0], ids[4]], [ids[2], ids[0]]]).count == 2)
    }

    @Test(arguments: [#""a\nb""#, #""""#, "1", "null", "[]", "{}"])
    func `what is no identifier is none in JSON`(_ json: String) {
        let bytes = Array(json.utf8)
        #expect(throws: JSONError.self) { try JSON.decode(UserID.self, from: bytes) }
        #expect(throws: JSONError.self) { try JSON.decode(ProjectID.self, from: bytes) }
        #expect(throws: JSONError.self) { try JSON.decode(PasskeyID.self, from: bytes) }
    }
}
