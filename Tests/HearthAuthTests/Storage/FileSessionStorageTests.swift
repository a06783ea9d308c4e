@testable import HearthAuth
import HearthCore
import HearthJSON
import HearthTestSupport
import Testing

@Suite("FileSessionStorage")
struct FileSessionStorageTests {
    let directory: TemporaryFolder
    let storage: FileSessionStorage

    init() throws {
        directory = TemporaryFolder()
        storage = FileSessionStorage(directory: directory.path + "/deep/er")
    }

    private var sealed: String { directory.path + "/deep/er/session.sealed" }
    private var key: String { directory.path + "/deep/er/session.key" }

    private func content(_ storage: FileSessionStorage) async -> [UInt8]? {
        if case .found(let session) = await storage.load() { session.reveal() } else { nil }
    }

    private func problem(_ storage: FileSessionStorage) async -> StorageUnavailability? {
        if case .unavailable(let reason) = await storage.load() { reason } else { nil }
    }

    private func isAbsent(_ storage: FileSessionStorage) async -> Bool {
        if case .absent = await storage.load() { true } else { false }
    }

    @Test func `keeps a session for another process`() async throws {
        #expect(await isAbsent(storage))
        try await storage.save(Secret(Array("first".utf8)))
        try await storage.save(Secret(Array("second".utf8)))
        #expect(await content(FileSessionStorage(directory: directory.path + "/deep/er")) == Array("second".utf8))
        try await storage.delete()
        #expect(await isAbsent(storage))
        try await storage.delete()
    }

    @Test func `no one else can read, and the file alone tells nothing`() async throws {
        try await storage.save(Secret(Array("a very secret session".utf8)))
        for path in [sealed, key] { #expect(FileFacts.mode(path) == 0o600) }
        #expect(FileFacts.mode(directory.path + "/deep/er") == 0o700)
        let bytes = try #require(FileFacts.read(sealed))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
        #expect(bytes.starts(with: Array("hearth-session-1\n".utf8)))
        #expect(FileFacts.names(directory.path + "/deep/er") == ["session.key", "session.lock", "session.sealed"])
    }

    @Test func `a session that was replaced is sealed with the same key, never the same way`() async throws {
        try await storage.save(Secret([1]))
        let first = (FileFacts.read(key), FileFacts.read(sealed))
        try await storage.save(Secret([1]))
        #expect(FileFacts.read(key) == first.0)
        #expect(FileFacts.read(sealed) != first.1)
    }

    @Test(arguments: [
        [], Array("hearth-session-1\n".utf8), Array("hearth-session-2\n0123456789012345678901234567890123456789".utf8),
        Array("nonsense".utf8), [UInt8](repeating: 0, count: 200),
    ])
    func `bytes that cannot be opened are not an absence, and stay`(_ bytes: [UInt8]) async throws {
        try await storage.save(Secret([1]))
        FileFacts.write(bytes, to: sealed)
        #expect(await problem(storage) == .undecodable)
        #expect(FileFacts.read(sealed) == bytes)
    }

    @Test func `every changed byte is noticed`() async throws {
        try await storage.save(Secret(Array("session".utf8)))
        let bytes = try #require(FileFacts.read(sealed))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            FileFacts.write(changed, to: sealed)
            #expect(await problem(storage) == .undecodable)
        }
        for count in bytes.indices {
            FileFacts.write(Array(bytes.prefix(count)), to: sealed)
            #expect(await problem(storage) == .undecodable)
        }
    }

    @Test func `a lost key makes the session unreadable, not absent, until someone signs in`() async throws {
        try await storage.save(Secret([1]))
        FileFacts.remove(key)
        #expect(await problem(storage) == .undecodable)
        FileFacts.write([1, 2, 3], to: key)
        #expect(await problem(storage) == .undecodable)
        try await storage.save(Secret([2]))
        #expect(await content(storage) == [2])
        #expect(FileFacts.mode(key) == 0o600)
    }

    @Test func `a place that is no directory is a typed failure`() async {
        FileFacts.write([1], to: directory.path + "/file")
        let storage = FileSessionStorage(directory: directory.path + "/file/below")
        #expect(await problem(storage) != nil)
        await #expect(throws: StorageUnavailability.self) { try await storage.save(Secret([1])) }
    }

    @Test func `format 1 is readable for ever`() async throws {
        let golden = FileSessionStorage(directory: FileFacts.golden, name: "format-1")
        let bytes = try #require(await content(golden))
        #expect(bytes == FileFacts.read(FileFacts.golden + "/format-1.json"))
        let kept = try #require(SessionEnvelope.decode(Secret(bytes)))
        let (account, tokens) = (kept.account, kept.tokens)
        #expect(account.uid == "gNt7Qm2kXcV9bLw4RyZ1sTpHd6A3" && account.email == "eve@example.com")
        #expect(account.providers.map(\.providerID) == ["password", "google.com"])
        #expect(account.secondFactors.map(\.uid) == ["factor-1"])
        #expect(account.createdAt == 1_700_000_000_000 && account.isEmailVerified && !account.isAnonymous)
        #expect(tokens.lifetime == .hours(1) && tokens.receivedAt == UnixTime(seconds: 1_800_000_000))
        #expect(tokens.refreshToken.reveal() == "golden-refresh-token")
        #expect(FakeToken.claims(tokens.idToken.reveal())?.object != nil)
    }

    @Test func `what is written today is format 1 as it was`() throws {
        let bytes = try #require(FileFacts.read(FileFacts.golden + "/format-1.json"))
        let kept = try #require(SessionEnvelope.decode(Secret(bytes)))
        #expect(SessionEnvelope.encode(kept)?.reveal() == bytes)
    }

    @Test func `each project and each server has a name of its own`() {
        var tenant = AuthConfiguration.firebase(apiKey: "k", project: "shop")
        tenant.tenantID = "t"
        let names = [
            FileSessionStorage.name(for: .firebase(apiKey: "k", project: "shop")),
            FileSessionStorage.name(for: .firebase(apiKey: "l", project: "shop")),
            FileSessionStorage.name(for: .emulator(project: "shop")), FileSessionStorage.name(for: tenant),
            FileSessionStorage.name(for: .emulator(project: "../../etc/passwd")),
        ]
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { !$0.contains("/") && !$0.contains(".") })
    }
}
