import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

@Suite("FileSessionStorage, when its process is killed")
struct KilledWriterTests {
    /// The number in a session that `SessionWriter` kept, if it is whole.
    private func number(in stored: StoredSession) -> Int? {
        guard case .found(let session) = stored else { return nil }
        let numbers = String(decoding: session.reveal(), as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard let first = numbers.first, numbers.count == 500, numbers.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    @Test func `the session is the last one that was kept, or the one after, never neither`() async throws {
        let directory = TemporaryFolder()
        let storage = FileSessionStorage(directory: directory.path)
        for round in 0..<40 {
            let last = try WriterProcess("SessionWriter", directory.path).kill(after: 1 + round % 7)
            let kept = try #require(number(in: await storage.load()))
            #expect(kept == last || kept == last + 1)
        }
    }

    @Test func `a reader sees whole sessions while two processes write`() async throws {
        let directory = TemporaryFolder()
        let storage = FileSessionStorage(directory: directory.path)
        let writers = try (0..<2).map { _ in try WriterProcess("SessionWriter", directory.path) }
        while number(in: await storage.load()) == nil { await Task.yield() }
        for _ in 0..<500 { #expect(number(in: await storage.load()) != nil) }
        for writer in writers { _ = try writer.kill(after: 1) }
        #expect(number(in: await storage.load()) != nil)
    }
}
