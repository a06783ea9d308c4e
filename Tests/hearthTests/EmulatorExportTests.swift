import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import Testing

@testable import hearth

@Suite("The export folder of the official emulators")
struct EmulatorExportTests {
    /// What firebase-tools 15.28 writes for a project with a user, and a tenant with another.
    private static let official = [
        "firebase-export-metadata.json":
            #"{"version":"15.28.1","auth":{"version":"15.28.1","path":"auth_export"},"database":{"path":"database_export"}}"#,
        "auth_export/config.json":
            #"{"signIn":{"allowDuplicateEmails":true},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":false}}"#,
        "auth_export/accounts.json": #"""
        {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"Xn6BpDZQ0Vsbwq1RAkoDFmdPPEqX",
          "lastLoginAt":"1795171500000","emailVerified":true,"email":"ada@example.com","salt":"fakeSaltRBHGmTkZ3V5u1gUiBB1t",
          "passwordHash":"fakeHash:salt=fakeSaltRBHGmTkZ3V5u1gUiBB1t:password=secret:with=signs",
          "passwordUpdatedAt":1795171500123,"validSince":"1795171500","createdAt":"1795171400000",
          "customAttributes":"{\"role\":\"editor\"}","lastRefreshAt":"2026-11-20T12:05:00.123Z",
          "mfaInfo":[{"displayName":"work","phoneInfo":"+15555550100","mfaEnrollmentId":"factor1",
                      "enrolledAt":"2026-11-20T12:05:00.000Z","unobfuscatedPhoneInfo":"+15555550100"}],
          "providerUserInfo":[
            {"providerId":"google.com","rawId":"g1","email":"ada@example.com","displayName":"Ada","federatedId":"g1"},
            {"providerId":"password","email":"ada@example.com","federatedId":"ada@example.com","rawId":"ada@example.com"}]}]}
        """#,
        "auth_export/accounts-staff.json":
            #"{"kind":"x","nextPageToken":"","users":[{"localId":"s1","email":"bo@example.com","tenantId":"staff"}]}"#,
    ]

    private static func service(_ backend: TestBackend) -> ExportedAuth {
        ExportedAuth(backend: backend.backend, project: backend.project)
    }

    private static func export(_ words: [String], isEmulator: Bool = true) throws -> EmulatorExport {
        let options = try Options(EmulatorExport.spellOut(words), of: "serve", valued: EmulatorExport.valued)
        return try EmulatorExport(options, of: "serve", isEmulator: isEmulator)
    }

    private static func call(_ backend: TestBackend, _ target: String, _ body: JSONObject? = nil) async -> JSONObject? {
        let request = HTTPRequest(
            body == nil ? .get : .post,
            target: target,
            fields: ["Authorization": "Bearer owner"],
            body: body.map { JSON.serialize(.object($0)) } ?? []
        )
        return try? JSON.parse(await backend.backend.handle(request).bytes).object
    }

    private static func object(_ text: String?) throws -> JSONObject {
        let text = try #require(text)
        return try #require(try JSON.parse(Array(text.utf8)).object)
    }

    @Test func `takes over accounts, tenants and settings, with passwords that work`() async throws {
        let folder = TemporaryFolder()
        try folder.write(Self.official)
        let backend = try await TestBackend()
        try await Self.export(["--import", folder.path]).load(into: [Self.service(backend)])
        let right: JSONObject = ["email": "ada@example.com", "password": "secret:with=signs"]
        let answer = await Self.call(backend, "/v1/accounts:signInWithPassword?key=k", right)
        #expect(answer?["localId"] == "Xn6BpDZQ0Vsbwq1RAkoDFmdPPEqX" && answer?["mfaPendingCredential"] != nil)
        let wrong: JSONObject = ["email": "ada@example.com", "password": "secret"]
        let refusal = await Self.call(backend, "/v1/accounts:signInWithPassword?key=k", wrong)
        #expect(refusal?["error"]?["message"] == "INVALID_PASSWORD")
        let config = await Self.call(backend, "/emulator/v1/projects/demo-test/config")
        #expect(config?["signIn"]?["allowDuplicateEmails"] == true)
        let staff = await Self.call(backend, "/v1/projects/demo-test/tenants/staff/accounts:batchGet")
        #expect(staff?["users"]?.array?.first?["email"] == "bo@example.com")
    }

    @Test func `gives back what it took over, the readable hash and its salt included`() async throws {
        let folder = TemporaryFolder()
        try folder.write(Self.official)
        let backend = try await TestBackend()
        try await Self.export(["--import", folder.path]).load(into: [Self.service(backend)])
        try await Self.export(["--export-on-exit", folder.path + "/out"]).save([Self.service(backend)])
        #expect(
            folder.files.filter { $0.hasPrefix("out/") } == [
                "out/auth_export/accounts-staff.json", "out/auth_export/accounts.json", "out/auth_export/config.json",
                "out/auth_export/tenants.json", "out/firebase-export-metadata.json",
            ]
        )
        let metadata = try Self.object(folder.text(of: "out/firebase-export-metadata.json"))
        #expect(metadata["auth"]?["path"] == "auth_export" && metadata["version"]?.string != nil)
        #expect(
            try Self.object(folder.text(of: "out/auth_export/config.json"))
                == Self.object(Self.official["auth_export/config.json"])
        )
        let before = try Self.object(Self.official["auth_export/accounts.json"])["users"]?.array?.first?.object
        let after = try Self.object(folder.text(of: "out/auth_export/accounts.json"))["users"]?.array?.first?.object
        for name in [
            "localId", "email", "emailVerified", "salt", "passwordHash", "createdAt", "lastLoginAt", "customAttributes",
            "mfaInfo",
        ] {
            #expect(after?[name] == before?[name], "\(name)")
        }
        #expect(after?["providerUserInfo"]?.array?.count == 2)
    }

    @Test func `exports passwords of its own users so that the official emulator reads them`() async throws {
        let folder = TemporaryFolder()
        let backend = try await TestBackend()
        let user: JSONObject = ["email": "ada@example.com", "password": "pass:word"]
        _ = await Self.call(backend, "/v1/accounts:signUp?key=k", user)
        try await Self.export(["--export-on-exit", folder.path]).save([Self.service(backend)])
        let exported = try Self.object(folder.text(of: "auth_export/accounts.json"))["users"]?.array?.first
        let salt = try #require(exported?["salt"]?.string)
        // The official emulator compares the whole text with one that it makes of salt and password.
        #expect(exported?["passwordHash"]?.string == "fakeHash:salt=\(salt):password=pass:word")
    }

    @Test func `brings tenants into strict rules, with their settings`() async throws {
        let folder = TemporaryFolder()
        try folder.write(Self.official)
        let first = try await TestBackend()
        try await Self.export(["--import", folder.path]).load(into: [Self.service(first)])
        _ = await Self.call(first, "/v2/projects/demo-test/tenants", ["displayName": "closed"])
        try await Self.export(["--export-on-exit", folder.path + "/out"]).save([Self.service(first)])
        let second = try await TestBackend { $0.profile = .strict }
        try await Self.export(["--import", folder.path + "/out"]).load(into: [Self.service(second)])
        let tenants = await Self.call(second, "/v2/projects/demo-test/tenants")?["tenants"]?.array
        let closed = tenants?.first { $0["displayName"] == "closed" }
        #expect(tenants?.count == 2 && closed?["allowPasswordSignup"] == false)
    }

    @Test func `keeps the earlier export if a service fails, and the accounts that are there already`() async throws {
        struct Failing: ExportableService {
            let exportName = "other"
            func importData(from folder: Folder, _ entry: JSONObject) async throws {}
            func exportData(to folder: Folder) async throws -> JSONObject { throw CommandFailure("the disk is full") }
        }
        let folder = TemporaryFolder()
        try folder.write(Self.official)
        let backend = try await TestBackend()
        let export = try Self.export(["--import", folder.path, "--export-on-exit"])
        for _ in 1...2 { try await export.load(into: [Self.service(backend)]) }
        let users = await Self.call(backend, "/v1/projects/demo-test/accounts:batchGet")?["users"]?.array
        #expect(users?.count == 1)
        let files = folder.files
        let failure = await #expect(throws: CommandFailure.self) {
            try await export.save([Self.service(backend), Failing()])
        }
        #expect(failure?.reason == "the disk is full" && folder.files == files)
        #expect(folder.text(of: "auth_export/accounts.json") == Self.official["auth_export/accounts.json"])
    }

    @Test func `starts empty where the export that it imports does not exist yet`() async throws {
        let folder = TemporaryFolder()
        let export = try Self.export(["--import", folder.path + "/data", "--export-on-exit"])
        #expect(export.source == nil && export.target?.path == folder.path + "/data")
        try await export.save([])
        #expect(folder.files == ["data/firebase-export-metadata.json"])
    }

    @Test func `refuses what it cannot do before it starts`() throws {
        let folder = TemporaryFolder()
        try folder.write(["mine/notes.txt": "keep me"])
        func complaint(_ words: [String], isEmulator: Bool = true) -> String {
            do {
                _ = try Self.export(words, isEmulator: isEmulator)
                return ""
            } catch let error as CommandFailure {
                return error.reason
            } catch {
                return (error as? UsageError)?.reason ?? "\(error)"
            }
        }
        #expect(complaint(["--import", folder.path + "/none"]).contains("no such folder"))
        #expect(complaint(["--export-on-exit", folder.path + "/mine"]).contains("has files and no firebase-export"))
        #expect(complaint(["--export-on-exit"]).contains("needs a folder"))
        #expect(complaint(["--import", folder.path], isEmulator: false).contains("hearth users import"))
    }

    @Test(
        arguments: [
            ["firebase-export-metadata.json": "{"], ["firebase-export-metadata.json": "[]"], ["x": ""],
            ["firebase-export-metadata.json": #"{"auth":{"path":"../../etc"}}"#],
            ["firebase-export-metadata.json": #"{"auth":{"path":"auth_export"}}"#],
            [
                "firebase-export-metadata.json": #"{"auth":{"path":"a"}}"#, "a/config.json": "{}",
                "a/accounts.json": #"{"users":[{"localId":7,"email":[]}]}"#,
            ],
        ] as [[String: String]]
    )
    func `says what is wrong with a damaged folder`(_ files: [String: String]) async throws {
        let folder = TemporaryFolder()
        try folder.write(files)
        let backend = try await TestBackend()
        let failure = await #expect(throws: CommandFailure.self) {
            try await Self.export(["--import", folder.path]).load(into: [Self.service(backend)])
        }
        #expect(failure?.reason.contains(folder.path) == true)
    }
}
