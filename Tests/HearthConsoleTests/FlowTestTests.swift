import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import Testing

@testable import HearthConsole

/// A flow is run against an emulator with a console, and copied; the copies are compiled and run with this suite.
@Suite struct FlowTestTests {
    /// Flows as apps make them, and the suite that each one's copy is called.
    private static let flows: [(suite: String, run: @Sendable (FlowWorld) async throws -> Void)] = [
        (
            "SignedInWithASecondFactorTests",
            { world in
                try await world.add(FlowWorld.ada)
                try await world.app("v1/accounts:signInWithPassword", FlowWorld.password("wrong horse"))
                world.pass(.seconds(20))
                let pending = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
                let credential = try #require(pending["mfaPendingCredential"])
                let start = try await world.app(
                    "v2/accounts/mfaSignIn:start",
                    [
                        "mfaPendingCredential": credential, "mfaEnrollmentId": "ada-phone",
                        "phoneSignInInfo": ["recaptchaToken": "x"],
                    ]
                )
                let session = try #require(start.first(named: "sessionInfo"))
                let code = try await world.newestCode()
                try await world.app(
                    "v2/accounts/mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": credential,
                        "phoneVerificationInfo": ["sessionInfo": session, "code": .string(code)],
                    ]
                )
            }
        ),
        (
            "SetANewPasswordTests",
            { world in
                try await world.add(["localId": "ada", "email": "ada@example.com", "rawPassword": "forgotten one"])
                try await world.app(
                    "v1/accounts:sendOobCode",
                    ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
                )
                let code = try await world.newestCode()
                world.pass(.seconds(300))
                try await world.app("v1/accounts:resetPassword", ["oobCode": .string(code)])
                try await world.app(
                    "v1/accounts:resetPassword",
                    ["oobCode": .string(code), "newPassword": "correct horse 42"]
                )
            }
        ),
        (
            "ConfirmedTheAddressTests",
            { world in
                let signUp = try await world.app("v1/accounts:signUp", FlowWorld.password())
                let token = try #require(signUp["idToken"])
                try await world.app("v1/accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": token])
                let code = try await world.newestCode()
                try await world.app("v1/accounts:update", ["oobCode": .string(code)])
                try await world.app("v1/accounts:lookup", ["idToken": token])
            }
        ),
        (
            "SignedInWithAPhoneNumberTests",
            { world in
                let sent = try await world.app(
                    "v1/accounts:sendVerificationCode",
                    ["phoneNumber": "+15555550100", "recaptchaToken": "x"]
                )
                let session = try #require(sent["sessionInfo"])
                let code = try await world.newestCode()
                for code in [code == "111111" ? "222222" : "111111", code] {
                    try await world.app(
                        "v1/accounts:signInWithPhoneNumber",
                        ["sessionInfo": session, "code": .string(code)]
                    )
                }
            }
        ),
        (
            "EnrolledASecondFactorTests",
            { world in
                try await world.add([
                    "localId": "ada", "email": "ada@example.com", "rawPassword": "correct horse 42",
                    "emailVerified": true,
                ])
                let signIn = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
                let token = try #require(signIn["idToken"])
                let start = try await world.app(
                    "v2/accounts/mfaEnrollment:start",
                    ["idToken": token, "totpEnrollmentInfo": [:]]
                )
                let key = try #require(start.first(named: "sharedSecretKey")?.string)
                let session = try #require(start.first(named: "sessionInfo"))
                try await world.app(
                    "v2/accounts/mfaEnrollment:finalize",
                    [
                        "idToken": token, "displayName": #"Ada's "app""#,
                        "totpVerificationInfo": [
                            "sessionInfo": session, "verificationCode": .string(try world.code(of: key)),
                        ],
                    ]
                )
            }
        ),
        (
            "ChangedTheAccountTests",
            { world in
                try await world.add(["localId": "ada", "email": "ada@example.com", "rawPassword": "correct horse 42"])
                let signIn = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
                world.pass(.seconds(900))
                try await world.app(
                    "v1/accounts:update",
                    ["idToken": try #require(signIn["idToken"]), "displayName": "Ada \u{202E}\n\\(1)"]
                )
            }
        ),
        (
            "BecameAGuestTests",
            { world in
                let guest = try await world.app("v1/accounts:signUp", ["returnSecureToken": true])
                try await world.refresh(try #require(guest["refreshToken"]?.string))
            }
        ),
    ]

    @Test(arguments: flows.map(\.suite))
    func `a flow is copied as a test that compiles and passes here`(_ suite: String) async throws {
        let world = try await FlowWorld()
        let flow = try #require(Self.flows.first { $0.suite == suite })
        try await flow.run(world)
        let copied = try await world.copiedFlow()
        #expect(copied["file"]?.string == "\(suite).swift")
        let file = RecordedFile("Tests/HearthConsoleTests/CopiedFlows/\(suite).swift")
        try file.expect(try #require(copied["source"]?.string))
        await world.backend.close()
    }

    @Test func `secrets of the recorded run are not in the test`() async throws {
        let world = try await FlowWorld()
        let signUp = try await world.app("v1/accounts:signUp", FlowWorld.password())
        let source = try #require(try await world.copiedFlow()["source"]?.string)
        for name in ["idToken", "refreshToken", "localId"] {
            #expect(!source.contains(try #require(signUp[name]?.string)))
        }
        await world.backend.close()
    }

    @Test func `a flow in a tenant begins with the tenant's account`() async throws {
        let world = try await FlowWorld()
        let place = "/identitytoolkit.googleapis.com/v1/projects/demo-shop/tenants/staff/accounts:batchCreate"
        let ada: JSONObject = ["localId": "ada", "email": "ada@example.com", "rawPassword": "correct horse 42"]
        try await world.administer(place, ["users": [.object(ada)]])
        var body = FlowWorld.password()
        body["tenantId"] = "staff"
        try await world.app("v1/accounts:signInWithPassword", body)
        let source = try #require(try await world.copiedFlow()["source"]?.string)
        #expect(source.contains("\"\(place)\"") && source.contains(#""tenantId": "staff""#))
        await world.backend.close()
    }

    @Test func `a disabled account is disabled in the test too, whatever became of it since`() async throws {
        let world = try await FlowWorld()
        try await world.add([
            "localId": "ada", "email": "ada@example.com", "rawPassword": "correct horse 42",
            "disabled": true,
        ])
        try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
        try await world.administer(
            "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:update",
            ["localId": "ada", "disableUser": false]
        )
        let source = try #require(try await world.copiedFlow()["source"]?.string)
        #expect(source.contains(#""disabled": true"#) && source.contains(#".error == "USER_DISABLED""#))
        await world.backend.close()
    }

    @Test func `what an account got during the flow is not there at its beginning`() async throws {
        let world = try await FlowWorld()
        try await world.add([
            "localId": "ada", "email": "ada@example.com", "emailVerified": true,
            "rawPassword": "correct horse 42",
        ])
        try await Self.flows.first { $0.suite == "EnrolledASecondFactorTests" }?.run(world)
        let source = try #require(try await world.copiedFlow()["source"]?.string)
        #expect(!source.contains("mfaInfo"))
        await world.backend.close()
    }

    @Test func `what a test cannot repeat is refused with the reason`() async throws {
        let world = try await FlowWorld()
        #expect(try await world.copy(99).status == 410)
        // An authenticator app that was enrolled before the flow.
        try await Self.flows.first { $0.suite == "EnrolledASecondFactorTests" }?.run(world)
        world.pass(.seconds(700))
        let signIn = try await world.app("v1/accounts:signInWithPassword", FlowWorld.password())
        #expect(signIn["mfaPendingCredential"] != nil)
        let answer = try await world.copy(try await world.newestFlow())
        #expect(answer.status == 409)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("authenticator app"))
        await world.backend.close()
    }
}

@Suite struct SwiftLiteralTests {
    @Test(arguments: [
        ("plain", #""plain""#),
        (#"a "quote""#, ##"#"a "quote""#"##),
        (#"back\slash"#, ##"#"back\slash"#"##),
        (##"""#"##, ###"##"""#"##"###),
        ("a\u{0}b\u{202E}c\n", ##"#"a\#u{0}b\#u{202e}c\#u{a}"#"##),
        (##"\#(1)"##, ###"##"\#(1)"##"###),
        ("grüße 🔥", #""grüße 🔥""#),
    ])
    func `a text is written so that it means itself`(_ row: (text: String, source: String)) {
        #expect(SwiftLiteral.string(row.text) == row.source)
    }

    @Test func `the name of a test has nothing that could end it`() {
        #expect(SwiftLiteral.testName("Refused: `}\n\\(x)\u{202E}_CODE 7") == "Refused }x_CODE 7")
    }
}
