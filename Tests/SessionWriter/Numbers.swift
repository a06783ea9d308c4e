import HearthAuth
import HearthCore

/// Keeps sessions that hold 1, 2, 3 … for as long as the process lives, and reports each number once it is kept.
func writeNumbers(directory: String) async throws {
    let storage = FileSessionStorage(directory: directory)
    var number = 1
    if case .found(let session) = await storage.load(),
        let last = String(decoding: session.reveal(), as: UTF8.self).split(separator: " ").first.flatMap({ Int($0) })
    {
        number = last + 1
    }
    while true {
        try await storage.save(Secret(Array(String(repeating: "\(number) ", count: 500).utf8)))
        report("\(number)")
        number += 1
    }
}
