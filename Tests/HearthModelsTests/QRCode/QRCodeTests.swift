import HearthFlows
import Testing

@testable import HearthModels

// The known answers were made by the Python package qrcode 8, told to use the same mask.
@Suite("QRCode")
struct QRCodeTests {
    @Test func `draws a small text as others do`() throws {
        let code = try #require(QRCode("HEARTH"))
        #expect(
            picture(code) == """
                #######....##.#######
                #.....#...#...#.....#
                #.###.#....#..#.###.#
                #.###.#...#.#.#.###.#
                #.###.#...###.#.###.#
                #.....#.###...#.....#
                #######.#.#.#.#######
                .........#...........
                #..#.##.#..###.#.....
                ####...#.#.#.#.#...#.
                ##..###.##.#..#####.#
                #.#.#....##.######.##
                ..######.###.###..#..
                ........#.#..#####...
                #######..#.##.#.#.##.
                #.....#.#.#...##...##
                #.###.#...#.###.###.#
                #.###.#.##...###...##
                #.###.#..###.####...#
                #.....#..#.##..##....
                #######.###..#.##.##.
                """
        )
    }

    @Test(
        arguments: [
            (15, 25, 0x3bbc_b877_e3b4_c8f1), (123, 49, 0x760f_73a5_6f0a_a756), (180, 53, 0x2897_4d0f_12c5_8cc2),
            (331, 69, 0xae6b_f862_7e23_2bf8), (1370, 137, 0xd4a8_88a9_2d72_c295), (2331, 177, 0x97b2_d72d_e674_6e70),
        ] as [(Int, Int, UInt64)]
    )
    func `draws long texts as others do`(_ length: Int, _ size: Int, _ checksum: UInt64) throws {
        let code = try #require(QRCode(String(repeating: "a", count: length)))
        #expect(code.size == size)
        #expect(Self.checksum(picture(code)) == checksum)
    }

    @Test func `draws what an authenticator app scans`() throws {
        let url = "otpauth://totp/Hearth:eve%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Hearth"
        let code = try #require(QRCode(url + "&algorithm=SHA1&digits=6&period=30"))
        #expect(code.size == 49)
        #expect(Self.checksum(picture(code)) == 0x9c19_116a_4095_1ddb)
    }

    @Test(arguments: [(0, 21), (14, 21), (15, 25), (26, 25), (27, 29), (2331, 177)])
    func `is as small as can be`(_ length: Int, _ size: Int) {
        #expect(QRCode(String(repeating: "x", count: length))?.size == size)
    }

    @Test func `refuses what no code can hold`() {
        #expect(QRCode(String(repeating: "x", count: 2332)) == nil)
    }

    @Test func `is light outside`() throws {
        let code = try #require(QRCode("HEARTH"))
        #expect(code.isDark(x: 0, y: 0))
        for (x, y) in [(-1, 0), (0, -1), (21, 0), (0, 21)] { #expect(!code.isDark(x: x, y: y)) }
    }

    @Test func `prints nothing of its content`() throws {
        var dumped = ""
        dump(try #require(QRCode("HEARTH")), to: &dumped)
        #expect(!dumped.contains("modules"))
    }

    private func picture(_ code: QRCode) -> String {
        (0..<code.size).map { y in
            (0..<code.size).map { x in code.isDark(x: x, y: y) ? "#" : "." }.joined()
        }.joined(separator: "\n")
    }

    private static func checksum(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
