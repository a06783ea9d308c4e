import HearthCore
import HearthJSON
import HearthTokens
import Testing

@Suite("The lifetime of a token")
struct LifetimeTests {
    private let forge: Forge

    init() throws {
        forge = try Forge()
    }

    // RFC 7519 §4.1.4.
    @Test func `a token is refused from the second in which it expires`() async throws {
        let last = try forge.token(claims: {
            $0["iat"] = .integer(forge.now.seconds - 3599)
            $0["auth_time"] = .integer(forge.now.seconds - 3599)
            $0["exp"] = .integer(forge.now.seconds + 1)
        })
        #expect(await forge.refusal(of: last) == nil)
        for late in [0, 1, 3600] as [Int64] {
            let token = try forge.token(claims: {
                $0["iat"] = .integer(forge.now.seconds - 7200)
                $0["exp"] = .integer(forge.now.seconds - late)
            })
            #expect(await forge.refusal(of: token) == .expired)
        }
    }

    // RFC 7519 §4.1.4.
    @Test(
        arguments: ["exp", "iat", "auth_time"],
        [nil, "1800003600", -1, 1.5, true, .null, [1_800_003_600]] as [JSONValue?]
    )
    func `a moment that is absent or is not one is refused`(
        _ name: String,
        _ value: JSONValue?
    ) async throws {
        #expect(await forge.refusal(of: try forge.token(claims: { $0[name] = value })) == .invalidLifetime)
    }

    // RFC 7519 §4.1.4.
    @Test func `a number beyond all numbers is refused`() async throws {
        let payload = String(decoding: JSON.serialize(.object(forge.claims)), as: UTF8.self)
        for number in ["1e400", "-1e400", "1E+999999999"] {
            let changed = payload.replacing("1800003600", with: number)
            #expect(changed != payload)
            let token = try forge.token(header: JSON.serialize(.object(forge.header)), payload: Array(changed.utf8))
            #expect(await forge.refusal(of: token) == .malformed)
        }
    }

    // RFC 7519 §4.1.4.
    @Test func `a moment at the end of time does not overflow`() async throws {
        let token = try forge.token(claims: { $0["exp"] = .integer(.max) })
        #expect(await forge.refusal(of: token, by: forge.verifier(clockSkew: .seconds(60))) == nil)
        let future = try forge.token(claims: {
            $0["exp"] = .integer(.max)
            $0["iat"] = .integer(.max - 1)
        })
        #expect(await forge.refusal(of: future) != nil)
    }

    // RFC 7519 §4.1.4.
    @Test(arguments: [
        (10, 9, true), (10, 10, false), (60, 59, true), (3600, 59, true), (3600, 60, false), (-5, 0, false),
    ])
    func `clocks may be apart by the allowed time, at most a minute`(
        _ skew: Int64,
        _ late: Int64,
        _ isBelieved: Bool
    ) async throws {
        let verifier = forge.verifier(clockSkew: .seconds(skew))
        let token = try forge.token(claims: {
            $0["iat"] = .integer(forge.now.seconds - 7200)
            $0["exp"] = .integer(forge.now.seconds - late)
        })
        #expect(await forge.refusal(of: token, by: verifier) == (isBelieved ? nil : .expired))
    }

    // RFC 7519 §4.1.5, §4.1.6.
    @Test(arguments: ["iat", "auth_time", "nbf"])
    func `a token from the future is refused`(_ name: String) async throws {
        let token = try forge.token(claims: { $0[name] = .integer(forge.now.seconds + 10) })
        #expect(await forge.refusal(of: token) == .notYetValid)
        #expect(await forge.refusal(of: token, by: forge.verifier(clockSkew: .seconds(9))) == .notYetValid)
        #expect(await forge.refusal(of: token, by: forge.verifier(clockSkew: .seconds(10))) == nil)
    }

    // RFC 7519 §4.1.5, §4.1.6.
    @Test func `a start that is not a moment is refused`() async throws {
        #expect(await forge.refusal(of: try forge.token(claims: { $0["nbf"] = "now" })) == .invalidLifetime)
    }
}
