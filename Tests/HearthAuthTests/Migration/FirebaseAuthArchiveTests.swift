import HearthCore
import HearthTestSupport
import Testing

@testable import HearthAuth

@Suite("An archive of FirebaseAuth")
struct FirebaseAuthArchiveTests {
    private static let now = UnixTime(milliseconds: 1_700_000_000_000)

    private func read(_ session: FirebaseArchives.Session) -> KeptSession? {
        FirebaseAuthArchive.session(in: FirebaseArchives.archive(session), now: Self.now)
    }

    @Test(arguments: ["__FIRAPP_DEFAULT_firebase_user", "second_firebase_user", "firebase_auth_stored_user_coder_key"])
    func `tells the user and the tokens, whatever it is called`(_ key: String) throws {
        let kept = try #require(read(FirebaseArchives.Session(key: key)))
        var account = Account(uid: "uid-1")
        account.email = "eve@example.com"
        account.isEmailVerified = true
        account.displayName = "Ève 🦊"
        account.photoURL = "https://example.com/eve.png"
        account.createdAt = 1_600_000_000_500
        account.lastSignInAt = 1_700_000_000_000
        account.providers = [
            Account.Provider(providerID: "password", uid: "eve@example.com", email: "eve@example.com")
        ]
        #expect(kept.account == account)
        #expect(kept.tokens.idToken.reveal() == "id-token" && kept.tokens.refreshToken.reveal() == "refresh-token")
        #expect(kept.tokens.lifetime == .seconds(3600) && kept.tokens.receivedAt == Self.now)
    }

    @Test func `may be a guest's`() throws {
        let kept = try #require(
            read(FirebaseArchives.Session(email: nil, isAnonymous: true, photoURL: nil))
        )
        #expect(kept.account.isAnonymous && kept.account.email == nil && kept.account.photoURL == nil)
        #expect(kept.account.providers.isEmpty)
    }

    @Test(arguments: [nil, 1_699_999_999, 0, -1e300, 1e300] as [Double?])
    func `has a token without a future if its end is past or not known`(_ end: Double?) throws {
        let kept = try #require(read(FirebaseArchives.Session(expiresAt: end)))
        #expect(kept.tokens.lifetime == .zero)
    }

    @Test func `without tokens is none`() {
        #expect(read(FirebaseArchives.Session(refreshToken: "")) == nil)
        #expect(read(FirebaseArchives.Session(uid: "")) == nil)
        #expect(read(FirebaseArchives.Session(idToken: ""))?.tokens.lifetime == .zero)
    }

    @Test func `that is cut off or damaged is read or refused, and ends nothing`() {
        let whole = FirebaseArchives.archive(FirebaseArchives.Session()).reveal()
        for count in 0..<whole.count {
            #expect(FirebaseAuthArchive.session(in: Secret(Array(whole.prefix(count))), now: Self.now) == nil)
        }
        var random = SeededRandom(10)
        for index in whole.indices {
            var damaged = whole
            damaged[index] = UInt8.random(in: .min ... .max, using: &random)
            _ = FirebaseAuthArchive.session(in: Secret(damaged), now: Self.now)
        }
        for _ in 0..<5_000 {
            var damaged = whole
            for _ in 0..<8 {
                damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            _ = FirebaseAuthArchive.session(in: Secret(damaged), now: Self.now)
        }
    }

    @Test func `of numbers that lead nowhere is refused`() {
        // A trailer of the largest numbers behind the magic word.
        let bytes = Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 64)
        #expect(BinaryPropertyList(bytes) == nil)
        // One object that says to be larger than all that is there.
        let large: [UInt8] = [0x4F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        let trailer: [UInt8] =
            [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, UInt8(8 + large.count)]
        let list = BinaryPropertyList(Array("bplist00".utf8) + large + [8] + trailer)
        #expect(list != nil && list?.object(0) == nil)
    }
}
