import HearthCore
import HearthWire
import Testing

@testable import HearthAuth

@Suite("TOTPSecret")
struct TOTPSecretTests {
    private func secret() throws -> TOTPSecret {
        let info = StartSecondFactorEnrollment.TOTPSession {
            $0.sharedSecretKey = "GEZDGNBVGY3TQOJQ"
            $0.sessionInfo = "session"
            $0.verificationCodeLength = 6
            $0.periodSec = 30
            $0.hashingAlgorithm = "SHA1"
            $0.finalizeEnrollmentTime = "2026-11-20T12:30:45.250Z"
        }
        return try #require(TOTPSecret(info, account: "eve+1@example.com"))
    }

    @Test func `writes an address that every app can read`() throws {
        let secret = try secret()
        #expect(
            secret.generateQRCodeURL(issuer: "Tea & Cake: Köln")
                == "otpauth://totp/Tea%20%26%20Cake%3A%20K%C3%B6ln:eve%2B1%40example.com?secret=GEZDGNBVGY3TQOJQ"
                + "&issuer=Tea%20%26%20Cake%3A%20K%C3%B6ln&algorithm=SHA1&digits=6&period=30"
        )
        #expect(secret.generateQRCodeURL(withAccountName: "Eve?", issuer: "x").hasPrefix("otpauth://totp/x:Eve%3F?"))
        #expect(secret.enrollmentDeadline == UnixTime(milliseconds: 1_795_177_845_250))
    }

    @Test func `shows its key to no one who did not ask`() throws {
        let secret = try secret()
        var text = "\(secret) \(String(reflecting: secret))"
        dump(secret, to: &text)
        #expect(!text.contains("GEZD") && !text.contains("session"))
        #expect(secret.sharedSecretKey() == "GEZDGNBVGY3TQOJQ")
    }

    @Test func `is nothing without a key and a session`() {
        #expect(TOTPSecret(StartSecondFactorEnrollment.TOTPSession { $0.sessionInfo = "x" }, account: "a") == nil)
        #expect(TOTPSecret(StartSecondFactorEnrollment.TOTPSession { $0.sharedSecretKey = "x" }, account: "a") == nil)
    }
}
