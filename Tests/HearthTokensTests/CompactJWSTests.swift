import HearthCore
import HearthCrypto
import HearthJSON
import HearthTokens
import Testing

@Suite("The compact form")
struct CompactJWSTests {
    private let forge: Forge

    init() throws {
        forge = try Forge()
    }

    @Test func `the vector of RFC 7515 A.2 is taken apart and its signature is valid`() throws {
        let jws = try CompactJWS(Self.header + "." + Self.payload + "." + Self.signature)
        #expect(jws.header["alg"] == "RS256")
        #expect(jws.payload["iss"] == "joe")
        #expect(jws.payload["exp"] == 1_300_819_380)
        #expect(jws.payload["http://example.com/is_root"] == true)
        let modulus = try #require(Base64.decode(Self.modulus.utf8))
        let key = try RSAPublicKey(modulus: modulus, exponent: [1, 0, 1])
        #expect(key.verifyRS256(jws.signature, over: jws.signedBytes))
        #expect(!key.verifyRS256(jws.signature, over: jws.signedBytes + [0x20]))
    }

    // RFC 7515 §5.2, RFC 7519 §4.
    @Test func `a name that stands twice is refused`() async throws {
        let payload = String(decoding: JSON.serialize(.object(forge.claims)), as: UTF8.self)
        let header = String(decoding: JSON.serialize(.object(forge.header)), as: UTF8.self)
        let twice = payload.dropLast() + #","sub":"eve"}"#
        let escaped = payload.dropLast() + #","\u0073ub":"eve"}"#
        for text in [twice, escaped] {
            let token = try forge.token(header: Array(header.utf8), payload: Array(text.utf8))
            #expect(await forge.refusal(of: token) == .malformed)
        }
        let head = header.dropLast() + #","alg":"none"}"#
        let token = try forge.token(header: Array(head.utf8), payload: Array(payload.utf8))
        #expect(await forge.refusal(of: token) == .malformed)
    }

    // RFC 7515 §5.2, RFC 7519 §4.
    @Test func `base64url that is not canonical is refused`() async throws {
        let parts = try forge.token().split(separator: ".").map(String.init)
        for index in parts.indices {
            for change in ["=", "==", "\n", " ", "+", "/", "%3D", "ä", "\0"] {
                var changed = parts
                changed[index] += change
                #expect(await forge.refusal(of: changed.joined(separator: ".")) == .malformed)
            }
        }
    }

    // RFC 7515 §5.2, RFC 7519 §4.
    @Test func `stray bits in the last letter are refused`() async throws {
        // 256 bytes end in a letter that carries two bits: of the sixty-four letters, four are canonical.
        let whole = try forge.token()
        let token = whole.dropLast()
        var believed: [Character] = []
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        where await forge.refusal(of: String(token) + String(letter)) == nil {
            believed.append(letter)
        }
        #expect(believed == [whole.last])
    }

    // RFC 7515 §5.2, RFC 7519 §4.
    @Test func `a byte order mark and what is not an object are refused`() async throws {
        let header = JSON.serialize(.object(forge.header))
        let payload = JSON.serialize(.object(forge.claims))
        let texts: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF] + payload, [], Array("null".utf8), Array("[]".utf8), Array("\"sub\"".utf8),
            payload + payload,
            Array(payload.dropLast()), [0xFF, 0xFE], Array("{\"sub\":\"\\ud800\"}".utf8),
        ]
        for text in texts {
            #expect(await forge.refusal(of: try forge.token(header: header, payload: text)) == .malformed)
            #expect(await forge.refusal(of: try forge.token(header: text, payload: payload)) == .malformed)
        }
    }

    // RFC 7515 §5.2, RFC 7519 §4.
    @Test func `a token of a megabyte is refused before it is decoded`() async throws {
        let token = try forge.token(claims: { $0["large"] = .string(String(repeating: "a", count: 1_000_000)) })
        #expect(await forge.refusal(of: token) == .tooLong)
        #expect(await forge.refusal(of: String(repeating: ".", count: 1_000_000)) == .tooLong)
        #expect(await forge.refusal(of: String(repeating: ".", count: 16_384)) == .malformed)
    }

    // RFC 7515 §5.2, RFC 7519 §4.
    @Test func `ten thousand nested claims are refused`() async throws {
        let nested = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        let deep = String(repeating: "[", count: 4000) + String(repeating: "]", count: 4000)
        let header = JSON.serialize(.object(forge.header))
        for (text, reason) in [(nested, TokenRejection.tooLong), (deep, .malformed)] {
            let token = try forge.token(header: header, payload: Array("{\"a\":\(text)}".utf8))
            #expect(await forge.refusal(of: token) == reason)
        }
    }

    @Test func `any changed byte of a token is noticed`() async throws {
        let token = try forge.token()
        let bytes = Array(token.utf8)
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(await forge.refusal(of: String(decoding: changed, as: UTF8.self)) != nil)
        }
    }

    private static let header = "eyJhbGciOiJSUzI1NiJ9"
    private static let payload = """
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
        """
    private static let signature = """
        cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7\
        t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi1\
        2jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGl\
        UPQGe77Rw
        """
    private static let modulus = """
        ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-p\
        CgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapH\
        g665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4\
        FRWyuXpoQ
        """
}
