import Foundation
import HearthJSON
import Testing

/// The tables of `Vectors`, as the test bundle carries them.
enum Vectors {
    /// The rows of a table.
    static func rows(_ name: String) throws -> [JSONValue] {
        let file = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "json"))
        return try #require(JSON.parse([UInt8](try Data(contentsOf: file))).array)
    }
}
