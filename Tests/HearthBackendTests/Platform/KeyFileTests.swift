import Foundation
import HearthCore
import Testing

@testable import HearthBackend

@Suite("The file of the sealing key")
struct KeyFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test func `is made once, for its owner alone, and read again`() throws {
        try inFolder { folder in
            let path = folder + "/hearth.db.key"
            let key = try KeyFile.load(path, random: .system).reveal()
            #expect(key.count == 32)
            #expect(try KeyFile.load(path, random: .system).reveal() == key)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["hearth.db.key"])
        }
    }

    @Test func `is the same for all who make it at once`() throws {
        try inFolder { folder in
            let keys = Locked<[[UInt8]]>([])
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                guard let key = try? KeyFile.load(folder + "/key", random: .system) else { return }
                keys.withLock { $0.append(key.reveal()) }
            }
            #expect(keys.withLock { $0.count } == 16 && keys.withLock { Set($0).count } == 1)
        }
    }

    @Test func `is refused when it holds no key, or is in no folder`() throws {
        try inFolder { folder in
            let path = folder + "/key"
            for text in ["", "short\n", String(repeating: "A", count: 60)] {
                try Data(text.utf8).write(to: URL(filePath: path))
                #expect(throws: KeyFile.Failure.self) { try KeyFile.load(path, random: .system) }
            }
            #expect(throws: KeyFile.Failure.self) { try KeyFile.load(folder + "/nowhere/key", random: .system) }
        }
    }
}
