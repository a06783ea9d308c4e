import HearthCore
import HearthCrypto
import Testing

/// Signatures that Python's `cryptography` and its whole numbers made of one key: each says what a careless reader of
/// RSASSA-PKCS1-v1_5 would let through (RFC 8017 §8.2.2 compares the whole block).
@Suite("Signatures of RSA that are none")
struct ForgedSignatureTests {
    private static let modulus = """
        74xrrapHSQPjCwHM9-\
        9qRTpCfIG12jX6xu2_CmbmS0_LrsZuB4AyZcKZDFLx40lfkGazj5UWp_3bw92J8CibjgSk_Uu8ecwhk7IvCg6eEv7QmCl9yzTJohI0\
        3dh6tWdDGNfKy9ctfejTo99k42BiE1gxNrux-uug6PO1tQZn0fu68Xxod02Tk7K2mo39zw35lZdXMUfuZg6UbdaxdsMv9jCEchHFs7\
        CbAzHenzD40zlYyYzdncnAqZAETZi1gyJ0MV6e8xV8g4hv9p-\
        GqsvOnfanRlAEbS9pxwVRfVXZqOxkQSEhxPV5r89HGNUwmleye3sPvUjK_mTXL6vMkcCZVQ
        """

    private static let genuine = """
        ihdRElNi5Xo1TUNJV1MSxJAxgbCsW34To66qhjdcD33WSPCTuhrs-NBymhoxBlsrq5PmDhB4Bo3CE4CeExz-0H7D8pba38-\
        APmetNn39P18EffEIUmERi22D49kHy7i0M_MRoimkPgeSHrkIngsQOuLzLZAMiNnSH2U59Dt4XIIsXi-\
        _N2XAOOfdUZBmakDlfJFesO_Z5Mz_NYE8BddCQ3lCGFIAaZjdeKbinYRVDOT22mQ7I60C6F8jF-\
        EpOihV3CUTTRHvaZijBDRLaiccs401Df2zyv5mBcFH32q67K8tCz0NTnQQ3ry8yuUvWPQRbNW9dg74SFMS6wV7Cik3bQ
        """

    private static let forged = [
        (
            "garbage behind the digest",
            """
            eOMqQuCO8YCrcQ9HR4inYcC5RiViYi5STlTYWXXhwLGx6P2CoXTJAQ7s_f57-\
            TcsXMjsrxjlCYGrvh3IDYXb15gs8kD1FP7TVCLW7K8Js1L-9rX72I7DVsOnRc0gl4ybnA-RcahcBHfnzYi3tB7btCoJpjk2cwi\
            67nyRpbVxOjeivd03fowfgLNMmu_tlhlWd4QkgRyoHvPqyRPVAJeX4u7bbLvgjJzz_ozSNhUHxA2tdDARn5Xs7a5gIM0sGalDF\
            -6IqvsRRtgieMrib8y2V2uBXl65ZIXtucBhYSH1UTQxOJnqZBrA3kXWiASn_rLTVYG6kNJ7PJAbIvlGPA9DNg
            """
        ),
        (
            "a type of block for encryption",
            """
            xC90UKWrm8rTgpgEDPHx3RmeYloa4V9wW9ywBZTtdj59WaE3ay3fnRW7lcTnkSrnCAQUoko7HD9-\
            koS0ECUQciuZTu1mxUKTtMm1sCetltB03CPmVKRFQlDQfkJdLT1zTByhJlPTaatG73x0qoKeTQNZd9ieITU7bFV-oL7yNtBy0J\
            IApzukGeVR7n4HFZJyeDQQhEDe7rbEsZh6aH7j21s3QIYmf0bYLluN3eECPTp0NEgGmEeLpDGvgZ9lDQcQSOiec3pe8laVH90M\
            9SqHhdEBn0tO6wCZAMa7Kv25IJm4IaLJlngB_4cEe5Pxf-NE3kgjneG7OyTu5SbnDvI35A
            """
        ),
        (
            "padding that is not ones",
            """
            3p9EK-xTTZoW8qsBYhessdqWyrXkjkxHRE1btoqz24S7vxpmBzCX8a-\
            2Z3Kq01mcj7AC9nqqrcqEkxIp8LRwSXCgIfGkPlPWyPCfN3L6cMZd30aJbAvsysCFnAjdf6Qnk-\
            W8Lp0UeH01Y78upDTx7IvdVlAgvCFjPh9dTenmFfIORavq0jHtPoiXLLLUdpPZYT0XoTryxY4SGRDZFAALzxOeUhGXljft9yy1\
            y4rDPQUjV_4ZI-a2PwSUkGwV4mK5HgrAQcMNsGvY68YJz9jN66reYLN7xekmX6mRU5UtkLqKWHXY8Lso-\
            pjZAhC_OMB2TrUkJwPYP-xBjPiaatRstw
            """
        ),
        (
            "the digest alone",
            """
            Rs1yPrU6wOlLjpTuZOFauhi6O-ZPwn00HcvtFhw5_-P_BHlgOnEOW_O_2cmQT-RikUbNCvHrvn_1UKhG_XOupQftuaEVAVjeTB\
            R7Xvy0MkwF0I4qflU8rZTguxSefo5jDOusbwWjJSjZcbVpjChGqokIWAN5YK3DIutZUJ3h8Xa2DDbsJLOL3T6Sa8qqAMBndaNC\
            AnqItUpLjxDkGlYW5gQgpv1l1EZLaRlTpkmM69xSIHXECmeYcLAhVvPutOWujbfbubuRGOOYKMWHNKV76c9aBcYMTccZAcsvxo\
            uc8t6XLMWGgtfoTllG2RccGBviqF3-7tTUVpvDA6JnL0B1iQ
            """
        ),
        (
            "SHA-1",
            """
            Sktl0WrmHu_EMmvr8Geoanyw04tjIiDGCTJpvSXH8_P5o2FyKLfJbQcTCAexSL_AunrZYXYiuYmSHm3J22HrzhTNWYQjJQPQ9k\
            VOj5OfBWHuf_PBztkQdp-XwHrk1IwsxWVVurtMgtcWq8zM3gY_pXdlcG3RC5M7jpXcHidG395Bh9N-\
            GfmBxsGkTyXqu7m75WrJhzp65Ld8zIH5se_PSIynRAUpaKZ-\
            oLrVaz1gJdxwjbR8KpRfrZc5XVfzWW1XGRkJlJ0Eh_NPMD2miOXFMe-\
            shmR1tctchicqvlVA6Stg3s450kknJiBm2lX7FLOEPEOXIRfazul92HjnQeUK7A
            """
        ),
        (
            "SHA-512",
            """
            UjaaWryD83P7elkGwdBCxuohiRBfV0dGt8SREF8LzqPyM2mbZ_9lnKshC-7-\
            PBrVOBj6EHZlP3MocGvKg8Ac9flpUiaFzxnAgxyvor3tHpGxToZrKowxyJ9x78eAEMZGNAsuyLLIxJLTe7pbBcPFWNU94-\
            0T2NaAgAC0hsaKmm1f61GoHG2-XXxN5uXoYeZZm07LWBK_yWZ1DLl6o9U5Q8qzv0Y2hRn-MOVjhuPB86QumIzFpZaTMZoHTNQU\
            b6OzVheDTGHZ98nxRWCZK2k68pCEFt3jxXLUeOeEz1z8hu1XcQLAa8IMwwkhPweIjSwqQh9F0KhfWv3p9JnjMnJrIw
            """
        ),
        (
            "the name of SHA-512 over a digest of SHA-256",
            """
            beAVxGZ1sp00hV_A1641DLfxlWVea0iUAlOjRhyEudgY8pFkd9zbOBGky2KtnZNEOQfw0GC6L0iPKsgIprPqjGFmnq3XyN3ctV\
            nFcyDHedg3ZwZab4SfwSdgkT5GiC1OnbEoMcK9B-nynF5fiJbDZ8i5fWTTFbRUoLsUUn5y50Mc_QHsfCHQ-eAcbf4seFBrqKaG\
            v4bMZVnNrZ75GygErYG0iZMH_oSopeMl15uLZmgxxyWrkKudAebRWXuhImn4xnSOXV_zLBfKjIrZTJEwJ5kIibN5yYnYe2Kfb0\
            PfZeHZDKWztBezPV2L_T4gbbgtmXo7d3vjr4nDdTECPRcIkQ
            """
        ),
        (
            "the digest of nothing",
            """
            WCa0zQ3Drh59FL7Zk2j-aZEddpexg5POLU9ztZKCAR7y1ZNl-Kuv0Av-\
            pR6ERpVVZiNk8cRGoELOzewf9tpw15b_eOhSAYbah_fHnWFmeI2X8ri1jFT-Xz3sIE5PMq2NhycsoPlCTDCLX1o-\
            xI5UfkR99F11dlvTEFvPV4NTxSEczKB_PBzsb7ou1LFiJgg06maDau5jGzpblO1tiDnCyZ90xrwFPbnf6vas193FluPbvEkHD3\
            KGu9yLmatry7WhKla_lC344B53ZAtdi6IPGb82A6INKyizjjWEW_2QiZQSCdOSMt0biiMjzwLcZpnt_mujmVmILRSApMcHXmvf\
            TA
            """
        ),
        (
            "PSS",
            """
            fSbsfY_XFBbDmliKHAQ2KIZiorCgA7aH2hit2wsRWjPVkD5Lbs2MZBXnXNL4EAB33uEE0El47dNfq6lszMI0WxkX4wAOPBJYVe\
            QO2sN9IqJxk3PhWGGsami3bvfh9kwJPkYYRIrmI-zctf6yvMq4AZ6eJ6h5UbTHL0T_QrRQ0f60kX0JwpShLw0Hga9HzDJ0bmEU\
            gxO0F8TrSTBshreCOhbVm3iJFgb6NINeJMmq2_jNuENh-3eps-jtnGiseaaD-XXQvU2WGPawLNB1o8OBqJ-\
            RmO5H7vdc5IzxAWw08wKZHXBYVbKLXkFfZtq3SZO_QwFqM1-KWzKngi-q8euilg
            """
        ),
    ]

    private func key() throws -> RSAPublicKey {
        try RSAPublicKey(modulus: #require(Base64.decode(Self.modulus.utf8)), exponent: [1, 0, 1])
    }

    @Test func `the genuine one is one, for its message alone`() throws {
        let signature = try #require(Base64.decode(Self.genuine.utf8))
        #expect(try key().verifyRS256(signature, over: Array("a message".utf8)))
        #expect(try !key().verifyRS256(signature, over: Array("a massage".utf8)))
        #expect(try !key().verifyRS256(signature, over: []))
    }

    @Test(arguments: forged)
    func `a block with anything else in it is refused`(_ what: String, _ text: String) throws {
        let signature = try #require(Base64.decode(text.utf8))
        #expect(signature.count == 256)
        #expect(try !key().verifyRS256(signature, over: Array("a message".utf8)), "\(what)")
    }

    // A signature is a number below the modulus, in as many bytes as that has.
    @Test func `a number of another length or beyond the modulus is refused`() throws {
        let key = try key()
        let signature = try #require(Base64.decode(Self.genuine.utf8))
        let message = Array("a message".utf8)
        for other in [
            [0] + signature, Array(signature.dropFirst()), signature + [0], key.modulus,
            [UInt8](repeating: 0, count: 256),
            [UInt8](repeating: 0xFF, count: 256), [UInt8](repeating: 0, count: 255) + [1], [],
        ] { #expect(!key.verifyRS256(other, over: message)) }
    }

    @Test func `a genuine one with any bit turned is refused`() throws {
        let key = try key()
        let signature = try #require(Base64.decode(Self.genuine.utf8))
        for bit in stride(from: 0, to: 2048, by: 37) {
            var changed = signature
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!key.verifyRS256(changed, over: Array("a message".utf8)))
        }
    }
}
