import HearthCore

@testable import HearthBackend

/// The examples of the specification ([WebAuthn Level 3, §16](https://www.w3.org/TR/webauthn-3/#sctn-test-vectors)), for
/// the domain `example.org`.
enum SpecificationVectors {
    /// A passkey that was made.
    struct Registration: Sendable {
        let name: String
        let clientData: String
        let attestation: String
    }

    /// What a passkey signed.
    struct Assertion: Sendable {
        let name: String
        let key: String
        let clientData: String
        let authenticatorData: String
        let signature: String
    }

    static let party: RelyingParty = {
        var party = RelyingParty(id: "example.org")
        party.userVerification = .preferred
        return party
    }()

    static let unattested = Registration(
        name: "16.2, no attestation",
        clientData: #"""
            {"type":"webauthn.create","challenge":"AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA","origin":"https:\#
            //example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional field\#
            s in the future, such as this: BkQeDjdcTBrXBiAwJTLE5Q"}
            """#,
        attestation: """
            a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8\
            edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3f\
            b63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb2\
            49c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220
            """
    )

    static let selfAttested = Registration(
        name: "16.3, self attestation",
        clientData: #"""
            {"type":"webauthn.create","challenge":"eGnCt3LUtY66k3jPjynibPk1qnffDaifqZwL3Ap29-U","origin":"https:\#
            //example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional field\#
            s in the future, such as this: U9hTXvKE2URkMnb_0xYHVg"}
            """#,
        attestation: """
            a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c9\
            2120031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6\
            006d68617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000\
            df850e09db6afbdfab51697791506cfc0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c\
            a5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427\
            a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2
            """
    )

    static let certified = Registration(
        name: "16.7, attestation with a certificate",
        clientData: #"""
            {"type":"webauthn.create","challenge":"wRhKX934BF4T3Ef1S2H1pla2ZrWQGPFthw6SVumVIBI","origin":"https:\#
            //example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional field\#
            s in the future, such as this: 9a8bNYjKCgWrBXU-fCl1ag"}
            """#,
        attestation: """
            a363666d74667061636b65646761747453746d74a363616c6726637369675847304502203f19ec4b229f46ab8c45eff29b90\
            4ff10c0390dc40bf1216f04a78f4ceba3425022100fe7041a32759aff05a0f9f26c70a999c7a284451ba89234a1d3483c25e\
            21925b637835638159022530820221308201c8a00302010202110088c220f83c8ef1feafe94deae45faad0300a06082a8648\
            ce3d0403023062311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c03\
            57334331253023060355040b0c1c41757468656e74696361746f72204174746573746174696f6e204341310b300906035504\
            06130241413020170d3234303130313030303030305a180f33303234303130313030303030305a305f311e301c0603550403\
            0c15576562417574686e207465737420766563746f7273310c300a060355040a0c0357334331223020060355040b0c194175\
            7468656e74696361746f72204174746573746174696f6e310b30090603550406130241413059301306072a8648ce3d020106\
            082a8648ce3d03010703420004a91ba4389409dd38a428141940ca8feb1ac0d7b4350558104a3777a49322f3798440f378b3\
            398ab2d3bb7bf91322c92eb23556f59ad0a836fec4c7663b0e4dc3a360305e300c0603551d130101ff04023000300e060355\
            1d0f0101ff040403020780301d0603551d0e04160414a589ba72d060842ab11f74fb246bdedab16f9b9b301f0603551d2304\
            183016801445aff715b0dd786741fee996ebc16547a3931b1e300a06082a8648ce3d040302034700304402201726b9d85ecd\
            8a5ed51163722ca3a20886fd9b242a0aa0453d442116075defd502207ef471e530ac87961a88a7f0d0c17b091ffc6b9238d3\
            0f79f635b417be5910e768617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452\
            b2e4b54d00000000876ca4f52071c3e9b25509ef2cdf7ed60020c9a6f5b3462d02873fea0c56862234f99f081728084e511b\
            b7760201a89054a5a50102032620012158201cf27f25da591208a4239c2e324f104f585525479a29edeedd830f48e77aeae5\
            22582059e4b7da6c0106e206ce390c93ab98a15a5ec3887e57f0cc2bece803b920c423
            """
    )

    static let assertions = [
        Assertion(
            name: "16.2, ES256",
            key: """
                a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56\
                b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220
                """,
            clientData: #"""
                {"type":"webauthn.get","challenge":"OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag","origin":"https://e\#
                xample.org","crossOrigin":false}
                """#,
            authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
            signature: """
                3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b935381\
                74f575bf11a1dd5d78c6e486013f937295ea13653e331e87
                """
        ),
        Assertion(
            name: "16.3, ES256",
            key: """
                a5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8a\
                a427a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2
                """,
            clientData: #"""
                {"type":"webauthn.get","challenge":"RHihCxNSNI3RYME1Ow1Gm12xnrkcJ_ffpv7Tn-Jq8gs","origin":"https://e\#
                xample.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional fields i\#
                n the future, such as this: gTb53rz6EhSWomXGzimC1Q"}
                """#,
            authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50900000000",
            signature: """
                304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf84002204e94dd00047b316061b3\
                b99772b7efd95994a83ef584b3b6b825ea3550251b66
                """
        ),
        Assertion(
            name: "16.10, RS256",
            key: """
                a4010303390100205901b403ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                fffffffffffffffffffffffffffffffffffffffffffffffffffffff7ffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff80\
                000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
                000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
                000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
                0000000000000000000000000000012143010001
                """,
            clientData: #"""
                {"type":"webauthn.get","challenge":"KV9Z9fqP5ixayp4nYmx4yNo3aubYzS3SmuutYB4bxMU","origin":"https://e\#
                xample.org","crossOrigin":false}
                """#,
            authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
            signature: """
                01063d52d7c39b4d432fc7063c5d93e582bdcb16889cd71f888d67d880ea730a428498d3bc8e1ee11f2b1ecbe6c292b1\
                18c55ffaaddefa8cad0a54dd137c51f1eec673f1bb6c4d1789d6826a222b22d0f585fc901fdc933212e579d199b89d67\
                2aa44891333e6a1355536025e82b25590256c3538229b55737083b2f6b9377e49e2472f11952f79fdd0da180b5ffd901\
                b4049a8f081bb40711bef76c62aed943571f2d0575304cb549d68d8892f95086a30f93716aee818f8dc06e96c0d5e0ed\
                4cfa9fd8773d90464b68cf140f7986666ff9c9e3302acd0535d60d769f465e2ab57ef8aabc89fccfef7ba32a64154a8b\
                3d26be2298f470b8cc5377dbe3dfd4b0b45f8f01e63bde6cfc76b62771f9b70aa27cf40152cad93aa5acd784fd4b90f6\
                76e2ea828d0bf2400aebbaae4153e5838f537f88b6228346782a93a899be66ec77de45b3efcf311da6321c92e6b0cd11\
                bfe653bf3e98cee8e341f02d67dbb6f9c98d9e8178090cfb5b70fbc6d541599ac794ae2f1d4de1286ec8de8c2daf7b1d\
                15c8438e90d924df5c19045220a4c8438c1b979bbe016cf3d0eeec23c3999d4882cc645b776de930756612cdc6dd3981\
                60ff02a6
                """
        ),
    ]
}
