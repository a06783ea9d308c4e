import Foundation
import Testing

/// The files of `Vectors`, which `Tools/SAML/make-vectors` has made with an implementation that is not ours.
enum Vectors {
    static func text(_ name: String) throws -> String {
        let file = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: nil))
        return try String(contentsOf: file, encoding: .utf8)
    }
}
