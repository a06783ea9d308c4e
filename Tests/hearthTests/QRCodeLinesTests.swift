import HearthModels
import Testing

@testable import hearth

@Suite("A QR code at the terminal")
struct QRCodeLinesTests {
    @Test func `is drawn in half blocks, with a light margin`() throws {
        let code = try #require(QRCode("HEARTH"))
        let lines = try #require(code.lines(width: 80))
        #expect(lines.count == 15 && lines.allSatisfy { $0.count == 29 })
        #expect(lines[0] == String(repeating: "█", count: 29) && lines[1] == lines[0])
        #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
    }

    @Test func `is not drawn where it does not fit`() throws {
        let code = try #require(QRCode(String(repeating: "x", count: 331)))
        #expect(code.size == 69)
        #expect(code.lines(width: 77) != nil && code.lines(width: 76) == nil)
    }
}
