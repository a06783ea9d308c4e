import HearthCore
import Testing

@testable import HearthAuth

@Suite("A binary property list")
struct BinaryPropertyListTests {
    /// A dictionary of every kind of value, written by Python's `plistlib.dumps(…, fmt=FMT_BINARY, sort_keys=True)`.
    private static let python = """
        YnBsaXN0MDDfEB8BAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQlFh\
        U2FyclFiV2J5dGVzMjBRY1FkVGRhdGFUZGF0ZVFlUWZRZ1FoUWlRalFrUWxUbG9uZ1FtUW5Rb1FwUXJRc1F0UXVUdWlkMFZ1aWQz\
        MDBYdWlkNzAwMDBReFF5UXoQAKIiIxABoiQlEAKhJhADTxAUAQEBAQEBAQEBAQEBAQEBAQEBAQEQfxCAQgD/Mz/wAAAAAAAAEP8R\
        AQAR//8SAAEAABJ/////EoAAAAAS/////xMAAAABAAAAAF8RASxxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFx\
        cXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFx\
        cXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFx\
        cXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFx\
        cXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXETf/////////8T//////////8TgAAAAAAAAAAUAAAAAAAAAACA\
        AAAAAAAAACM/4AAAAAAAACP/4czzhevIoAkIgACBASyDAAERcFVhc2NpaWYAyAB2AGUAINg+3YpQAAgASQBLAE8AUQBZAFsAXQBi\
        AGcAaQBrAG0AbwBxAHMAdQB3AHwAfgCAAIIAhACGAIgAigCMAJEAmAChAKMApQCnAKkArACuALEAswC1ALcAzgDQANIA1QDeAOAA\
        4wDmAOsA8AD1APoBAwIzAjwCRQJOAl8CaAJxAnICcwJ1AngCfQKDApAAAAAAAAACAQAAAAAAAABDAAAAAAAAAAAAAAAAAAACkQ==
        """

    private func members() throws -> [String: BinaryPropertyList.Object?] {
        let bytes = try #require(Base64.decodeLeniently(Self.python))
        let list = try #require(BinaryPropertyList(bytes))
        guard case .dictionary(let keys, let values) = list.object(list.root) else { return [:] }
        var members: [String: BinaryPropertyList.Object?] = [:]
        for (key, value) in zip(keys, values) {
            guard case .string(let name) = list.object(key) else { continue }
            members[name] = .some(list.object(value))
        }
        return members
    }

    @Test func `of Python is read as it was written`() throws {
        let expected: [String: BinaryPropertyList.Object?] = [
            "a": .integer(0), "b": .integer(1), "c": .integer(127), "d": .integer(128), "e": .integer(255),
            "f": .integer(256), "g": .integer(65_535), "h": .integer(65_536), "i": .integer(2_147_483_647),
            "j": .integer(2_147_483_648), "k": .integer(4_294_967_295), "l": .integer(4_294_967_296),
            "m": .integer(.max), "n": .integer(-1), "o": .integer(.min),
            // 2^63 stands in sixteen bytes, which no archive of a session has.
            "p": BinaryPropertyList.Object?.none, "t": .bool(true), "u": .bool(false), "r": .real(0.5),
            "s": .real(-1e308),
            // One second after the beginning of 2001.
            "date": .real(1), "x": .string("ascii"), "y": .string("Ève 🦊"), "z": .string(""), "data": .data([0, 255]),
            "uid0": .uid(0), "uid300": .uid(300), "uid70000": .uid(70_000),
            "long": .string(String(repeating: "q", count: 300)), "bytes20": .data([UInt8](repeating: 1, count: 20)),
        ]
        var members = try members()
        guard case .array(let elements) = members.removeValue(forKey: "arr") ?? nil else {
            Issue.record("no array")
            return
        }
        #expect(elements.count == 2)
        #expect(members == expected)
    }

    /// One object behind the magic word, with the trailer that finds it.
    private static func list(_ object: [UInt8]) -> BinaryPropertyList? {
        let number = { (value: Int) -> [UInt8] in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let trailer = [0, 0, 0, 0, 0, 0, 1, 1] + number(1) + number(0) + number(8 + object.count)
        return BinaryPropertyList(Array("bplist00".utf8) + object + [8] + trailer)
    }

    @Test(
        arguments: [
            ([0x00], .null), ([0x08], .bool(false)), ([0x09], .bool(true)), ([0x0F], nil), ([0x01], nil),
            ([0x10, 0xFF], .integer(255)), ([0x13, 255, 255, 255, 255, 255, 255, 255, 255], .integer(-1)),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)), ([0x15, 0], nil), ([0x1F, 0], nil),
            ([0x22, 0x3F, 0x80, 0, 0], .real(1)), ([0x20, 0], nil), ([0x21, 0, 0], nil), ([0x2F], nil),
            ([0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], .real(1)), ([0x87, 0, 0, 0, 0, 0, 0, 1, 0], .uid(256)),
            // Larger than any number of an object.
            ([0x87, 255, 255, 255, 255, 255, 255, 255, 255], nil), ([0x8F] + [UInt8](repeating: 0, count: 16), nil),
            ([0x52, 0x68, 0x69], .string("hi")), ([0x5F, 0x10, 2, 0x68, 0x69], .string("hi")),
            // Lengths that are no integers, or more than there is.
            ([0x5F, 0x33, 0, 0], nil), ([0x5F], nil), ([0x5F, 0x14] + [UInt8](repeating: 0, count: 16), nil),
            // A length may reach into what follows, as far as there is something.
            ([0x5E, 0x68], .string("h\u{8}\0\0\0\0\0\0\u{1}\u{1}\0\0\0\0")), ([0x6F, 0x10, 0xFF, 0], nil),
            ([0x61, 0xD8, 0x3E], .string("\u{FFFD}")), ([0x62, 0xD8, 0x3E, 0xDD, 0x8A], .string("🦊")),
            ([0x51, 0xFF], .string("\u{FFFD}")), ([0xA0], .array([])), ([0xA2, 0, 7], .array([0, 7])),
            ([0xD0], .dictionary(keys: [], values: [])), ([0xD1, 3, 4], .dictionary(keys: [3], values: [4])),
            // Sets and what has no meaning.
            ([0xC0], nil), ([0x70], nil), ([0x90], nil), ([0xB0], nil), ([0xE0], nil), ([0xF0], nil),
        ] as [([UInt8], BinaryPropertyList.Object?)]
    )
    func `has each object by its mark`(_ bytes: [UInt8], _ object: BinaryPropertyList.Object?) throws {
        let list = try #require(Self.list(bytes))
        #expect(list.object(0) == object)
    }

    @Test func `has no object of a number that is none`() throws {
        let list = try #require(Self.list([0x09]))
        for number in [-1, 1, .min, .max] { #expect(list.object(number) == nil) }
    }

    @Test(arguments: [-9_223_372_036_854_776, -9_223_372_036_854_000, 9_223_372_036_854_000, 9_223_372_036_854_776])
    func `may say that a token ends at the end of time, or at its beginning`(_ end: Double) throws {
        let archive = FirebaseArchives.archive(FirebaseArchives.Session(expiresAt: end))
        for now in [UnixTime(seconds: 1_700_000_000), UnixTime(milliseconds: -1)] {
            let kept = try #require(FirebaseAuthArchive.session(in: archive, now: now))
            #expect(end < 0 ? kept.tokens.lifetime == .zero : kept.tokens.lifetime >= .zero)
        }
    }
}
