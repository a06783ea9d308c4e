/// A QR code: the picture that an authenticator app reads a key from.
///
/// A square of dark and light modules as [ISO/IEC 18004](https://www.iso.org/standard/83389.html) has it, with error
/// correction of level M, by which 15 % of the picture may be lost. Draw it with four light modules on every side.
public struct QRCode: Sendable, Hashable {
    /// How many modules a side has, 21 to 177.
    public let size: Int
    private let modules: [Bool]

    /// Encodes a text.
    ///
    /// - Parameter text: The text, at most 2331 bytes of UTF-8; `nil` if it is longer.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.smallest(holding: bytes.count) else { return nil }
        let codewords = version.codewords(of: bytes)
        let masked = (0..<8).map { mask in
            var matrix = QRMatrix(version)
            matrix.place(codewords, mask: mask)
            return matrix
        }
        guard let best = masked.min(by: { $0.penalty < $1.penalty }) else { return nil }
        size = best.size
        modules = best.modules
    }

    /// Whether a module is dark.
    ///
    /// - Parameters:
    ///   - x: The column, from the left.
    ///   - y: The row, from the top.
    /// - Returns: Whether it is dark; what lies outside is light.
    public func isDark(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }
}

extension QRCode: CustomStringConvertible, CustomReflectable {
    /// The size, and nothing of the content, which may be a key.
    public var description: String { "QRCode(\(size))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["size": size]) }
}
