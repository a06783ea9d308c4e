import HearthCore
import Testing

@testable import HearthBackend

/// The digests were computed with Python's hashlib.
@Suite struct SessionKeyTests {
    @Test func `a token begins with its moment, and its key does too`() {
        let token = SessionKey.makeToken(
            at: UnixTime(milliseconds: 1_700_000_000_000),
            RandomSource { (0..<UInt8(truncatingIfNeeded: $0)).map(\.self) }
        )
        #expect(token.reveal() == "AYvP5WgAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
        #expect(
            Hex.encode(SessionKey.of(token))
                == "ff018bcfe56800e478fa4775dfc716d4718f44e32c17d00a21a292ee4b4de941b83cab4615cc57"
        )
    }

    @Test(arguments: [
        (String(repeating: "A", count: 43), "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"),
        (String(repeating: "!", count: 51), "285d08be60d1356b6f7db6fdadec79c6e6ce69c6b984c61a8d7d8316f8bd6aa6"),
    ])
    func `the key of a token without a moment is its digest`(token: String, digest: String) {
        #expect(Hex.encode(SessionKey.of(Secret(token))) == digest)
    }

    @Test func `a clock beyond the bounds makes a token all the same`() {
        for milliseconds in [Int64.min, -1, 1 << 60, .max] {
            let token = SessionKey.makeToken(at: UnixTime(milliseconds: milliseconds), .system)
            #expect(SessionKey.of(token).count == 1 + 6 + 32)
        }
    }
}
