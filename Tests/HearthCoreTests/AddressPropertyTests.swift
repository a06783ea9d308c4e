import HearthJSON
import Testing

@testable import HearthCore

@Suite("Addresses made at random")
struct AddressPropertyTests {
    private static let locals = ["a", "z", "Q", "0", "9", ".", "+", "-", "_", "é", "e\u{301}", "Ж", "ß", "漢", "'", "!"]
    private static let labels = ["a", "B", "7", "-", "ü", "u\u{308}", "ж", "中", "é"]

    /// A text that looks like an address, and may be one.
    private static func candidate(_ walk: inout Walk) -> String {
        let local = walk.text(locals, 1 + walk.below(6))
        let domain = (0..<2 + walk.below(2)).map { _ in walk.text(labels, 1 + walk.below(4)) }.joined(separator: ".")
        return local + "@" + domain
    }

    @Test func `have one key in every case and composition, and keep it when they are stored`() throws {
        var walk = Walk(state: 5321)
        var accepted = 0
        for _ in 0..<2000 {
            let text = Self.candidate(&walk)
            guard let address = EmailAddress(text) else {
                // What is refused has a key of its own, that no address has.
                #expect(EmailAddress(EmailKey.make(text)) == nil, "\(text)")
                continue
            }
            accepted += 1
            // ß has no upper case of one letter, which would be two others.
            if !text.contains("ß") {
                #expect(EmailAddress(text.uppercased())?.key == address.key, "\(text)")
            }
            #expect(EmailAddress(text.lowercased())?.key == address.key, "\(text)")
            #expect(EmailAddress(address.key) == address && EmailAddress(address.text) == address)
            #expect(EmailAddress(address.mailbox)?.key == address.key)
            #expect(EmailAddress(stored: address.text).key == address.key)
            #expect(EmailAddress(lenient: text)?.key == address.key)
            let domain = try #require(address.key.split(separator: "@").last)
            #expect(domain.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) })
            #expect(DomainName(String(domain))?.ascii == String(domain))
        }
        #expect(accepted > 300)
    }

    @Test func `are the same whether they are looked at in haste or scalar by scalar`() {
        let pieces = [
            "a", "z", "0", "9", "7", ".", "+", "-", "_", "@", "xn--", "com", "A", "!", "é", " ", "\u{FF41}", "\u{3002}",
            String(repeating: "b", count: 62), String(repeating: "c.", count: 40),
        ]
        var walk = Walk(state: 2142)
        var plain = 0
        for _ in 0..<20_000 {
            let text = walk.text(pieces, 1 + walk.below(4)) + "@" + walk.text(pieces, 1 + walk.below(6))
            guard EmailAddress.isPlain(text) else { continue }
            plain += 1
            let address = EmailAddress(anyScript: text)
            #expect(address?.text == text && address?.key == text && address?.mailbox == text, "\(text)")
        }
        #expect(plain > 20)
        let local = String(repeating: "a", count: 64)
        let label = String(repeating: "b", count: 63)
        for (text, isPlain) in [
            ("ada@example.com", true), ("\(local)@b.c", true), ("a\(local)@b.c", false), ("a@\(label).c", true),
            ("a@b\(label).c", false), ("a@b.1", false), ("a@b.1a", true), ("a@b", false), ("a@b.", false),
            ("@b.c", false),
            ("a@-b.c", false), ("a@b-.c", false), ("a@b.c-", false), ("a..b@c.d", false), (".a@b.c", false),
            ("a@b@c.d", false),
            ("a@xn--a.c", false), ("a@b_c.d", false), ("A@b.c", false),
            ("a@\(label).\(label).\(label).\(label)", false),
        ] {
            #expect(EmailAddress.isPlain(text) == isPlain, "\(text)")
        }
    }

    @Test func `are text in JSON, and nothing else is an address there`() throws {
        var walk = Walk(state: 8259)
        for _ in 0..<300 {
            let text = Self.candidate(&walk)
            let json = JSON.serialize(.string(text))
            guard let address = EmailAddress(text) else {
                #expect(throws: JSONError.self) { try JSON.decode(EmailAddress.self, from: json) }
                continue
            }
            let read = try JSON.decode(EmailAddress.self, from: json)
            #expect(read == address && read.isSpelled(like: address))
            #expect(try JSON.decode(EmailAddress.self, from: JSON.encode(read)).isSpelled(like: address))
        }
        for text in ["null", "1", "{}", #""""#, #""@""#] {
            #expect(throws: JSONError.self) { try JSON.decode(EmailAddress.self, from: Array(text.utf8)) }
        }
    }

    @Test func `differ where a letter of ASCII does`() {
        let local = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let keys = local.flatMap { one in local.map { EmailKey.make("\(one)\($0)@example.com") } }
        #expect(Set(keys).count == 36 * 36)
        #expect(keys.allSatisfy { EmailAddress($0) != nil })
    }

    // One @, and something on both sides: all that a development backend asks.
    @Test(
        arguments: [
            ("a@b", true), ("A..B@c", true), ("😀@x", true), ("a@-", true), ("\u{202E}a@b", true), ("a@b@c", false),
            ("@", false), ("a@", false), ("@b", false), ("a", false), ("", false), ("a b@c", false), ("a\t@b", false),
            ("a@b\u{A0}", false), ("a@b\u{85}", false), ("a@b\u{2003}", false), ("a\u{0}@b", false),
        ]
    )
    func `are taken leniently by one rule`(_ text: String, _ isTaken: Bool) {
        #expect((EmailAddress(lenient: text) != nil) == isTaken)
    }

    @Test func `are at most 320 bytes leniently, and 254 otherwise`() {
        let local = String(repeating: "a", count: 64)
        #expect(EmailAddress(lenient: String(repeating: "a", count: 318) + "@b") != nil)
        #expect(EmailAddress(lenient: String(repeating: "a", count: 319) + "@b") == nil)
        let label = String(repeating: "b", count: 61)
        let domain = "\(label).\(label).\(label).de"
        #expect(EmailAddress("\(local)@a\(domain)")?.key.utf8.count == 254)
        #expect(EmailAddress("\(local)@ab\(domain)") == nil)
    }
}

extension Walk {
    /// So many pieces of a list, one behind the other.
    fileprivate mutating func text(_ list: [String], _ count: Int) -> String {
        var text = ""
        for _ in 0..<count { text += list[below(list.count)] }
        return text
    }
}
