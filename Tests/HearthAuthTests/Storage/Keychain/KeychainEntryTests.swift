import HearthCore
import Testing

@testable import HearthAuth

@Suite("A session in the keychain")
struct KeychainEntryTests {
    /// A keychain that keeps items in memory, and answers as it is told.
    final class FakeKeychain: Keychain {
        struct State: Sendable {
            var items: [KeychainItem: [UInt8]] = [:]
            var answers: [String: KeychainStatus] = [:]
            var calls: [String] = []
        }

        let state = Locked(State())

        func answer(_ call: String, _ status: KeychainStatus?) {
            state.withLock { $0.answers[call] = status }
        }

        var calls: [String] { state.withLock(\.calls) }
        var items: [KeychainItem: [UInt8]] { state.withLock(\.items) }

        private func perform(_ call: String, _ work: (inout State) -> KeychainStatus) -> KeychainStatus {
            state.withLock { state in
                state.calls.append(call)
                return state.answers[call] ?? work(&state)
            }
        }

        func read(_ item: KeychainItem) -> (status: KeychainStatus, content: [UInt8]?) {
            let status = perform("read") { $0.items[item] == nil ? .notFound : .success }
            return (status, status == .success ? items[item] : nil)
        }

        func add(_ item: KeychainItem, _ content: [UInt8]) -> KeychainStatus {
            perform("add") { state in
                guard state.items[item] == nil else { return .duplicate }
                state.items[item] = content
                return .success
            }
        }

        func update(_ item: KeychainItem, _ content: [UInt8]) -> KeychainStatus {
            perform("update") { state in
                guard state.items[item] != nil else { return .notFound }
                state.items[item] = content
                return .success
            }
        }

        func delete(_ item: KeychainItem) -> KeychainStatus {
            perform("delete") { $0.items.removeValue(forKey: item) == nil ? .notFound : .success }
        }
    }

    let keychain = FakeKeychain()
    let item = KeychainItem(service: "hearth", account: "demo", accessGroup: nil)

    private var entry: KeychainEntry { KeychainEntry(item: item, keychain: keychain, random: .system) }

    private func load() -> String {
        switch entry.loadNow() {
        case .found(let session): String(decoding: session.reveal(), as: UTF8.self)
        case .absent: "absent"
        case .unavailable(let reason): reason.rawValue
        case nil: "later"
        }
    }

    @Test func `what was saved is found, and gone after it was deleted`() async throws {
        #expect(load() == "absent")
        try await entry.save(Secret(Array("one".utf8)))
        #expect(load() == "one")
        try await entry.save(Secret(Array("two".utf8)))
        #expect(load() == "two")
        try await entry.delete()
        try await entry.delete()
        #expect(load() == "absent")
        #expect(keychain.items.isEmpty)
    }

    @Test func `a session is replaced in place, never deleted first`() async throws {
        try await entry.save(Secret([1]))
        keychain.state.withLock { $0.calls = [] }
        try await entry.save(Secret([2]))
        #expect(keychain.calls == ["update"])
    }

    @Test(arguments: [
        (KeychainStatus.interactionNotAllowed, "locked"), (.missingEntitlement, "denied"),
        (.authenticationFailed, "denied"), (.undecodable, "undecodable"), (KeychainStatus(rawValue: -1), "failed"),
    ])
    func `what cannot be read is not absent`(_ status: KeychainStatus, _ reason: String) {
        keychain.answer("read", status)
        #expect(load() == reason)
    }

    @Test(arguments: [
        (KeychainStatus.interactionNotAllowed, "locked"), (.duplicate, "failed"),
        (KeychainStatus(rawValue: -1), "failed"),
    ])
    func `nothing found is not believed of a keychain that takes nothing either`(
        _ status: KeychainStatus,
        _ reason: String
    ) {
        keychain.answer("add", status)
        #expect(load() == reason)
    }

    @Test func `a session that another process added meanwhile is replaced`() async throws {
        keychain.state.withLock { $0.items[item] = [1] }
        keychain.answer("update", .notFound)
        await #expect(throws: StorageUnavailability.failed) { try await entry.save(Secret([2])) }
        #expect(keychain.calls == ["update", "add", "update"])
    }

    @Test(arguments: [
        (KeychainStatus.interactionNotAllowed, StorageUnavailability.locked), (.diskFull, .full), (.readOnly, .denied),
    ])
    func `what could not be saved or deleted is told`(_ status: KeychainStatus, _ reason: StorageUnavailability) async {
        keychain.answer("update", status)
        keychain.answer("delete", status)
        await #expect(throws: reason) { try await entry.save(Secret([1])) }
        await #expect(throws: reason) { try await entry.delete() }
    }

    @Test func `a neighbor has an item of its own`() async throws {
        try await entry.save(Secret([1]))
        try await entry.neighbor("flows").save(Secret([2]))
        #expect(keychain.items[item] == [1])
        #expect(keychain.items[KeychainItem(service: "hearth", account: "demo.flows")] == [2])
    }
}
