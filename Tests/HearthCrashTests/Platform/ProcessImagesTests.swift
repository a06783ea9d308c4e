#if os(Linux)
import Foundation
import HearthJSON
import Runtime
import Testing

@testable import HearthCrash

/// The list of images beside the system's own, and its short form beside the reader of Swift's runtime.
@Suite("The images of a process")
struct ProcessImagesTests {
    typealias Image = ProcessImages.Image

    /// What the runtime reads in a text.
    private static func read(_ text: String) throws -> [Image] {
        try JSON.decode(ImageMap.self, from: .string(text)).map { image in
            Image(
                name: image.name ?? "",
                path: image.path ?? "",
                buildID: image.uniqueID.map { id in id.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() },
                base: try #require(UInt64(image.baseAddress)),
                end: try #require(UInt64(image.endOfText))
            )
        }
    }

    private static func expect(_ read: [Image], is images: [Image]) {
        let sorted = images.sorted { $0.base < $1.base }
        #expect(read.map(\.path) == sorted.map(\.path) && read.map(\.buildID) == sorted.map(\.buildID))
        #expect(read.map(\.base) == sorted.map(\.base) && read.map(\.end) == sorted.map(\.end))
    }

    @Test func `are those that the kernel has mapped as code`() throws {
        let images = ProcessImages.current().images
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
        let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
        let code = maps.split(separator: "\n").compactMap { line -> (path: String, end: UInt64)? in
            let parts = line.split(separator: " ")
            guard parts.count > 5, parts[1].contains("x"), let slash = line.firstIndex(of: "/") else { return nil }
            return (String(line[slash...]), UInt64(parts[0].split(separator: "-")[1], radix: 16) ?? 0)
        }
        #expect(images.count > 5 && images.first?.path.hasSuffix("PackageTests.xctest") == true)
        for image in images {
            let mapped = code.first { $0.path == image.path && $0.end >= image.end }
            #expect(mapped.map { $0.end - image.end < 4096 } == true && image.base < image.end, "\(image)")
        }
        Self.expect(try Self.read(try #require(ProcessImages.current().runtimeText)), is: images)
    }

    @Test func `are found in the kernel's list where they were loaded late`() {
        let maps = """
            7f10a0000000-7f10a0004000 r-xp 00002000 fe:00 4711                       /opt/late libraries/libplugin.so
            7f10b0000000-7f10b0001000 r-xp 00000000 00:00 0                          [vdso]
            """
        let known = ProcessImages(images: [], runtimeText: nil)
        let late = known.adding(maps: maps).images
        #expect(late.map(\.path) == ["/opt/late libraries/libplugin.so"] && late.map(\.name) == ["libplugin.so"])
        #expect(late.map(\.base) == [0x7F10_9FFF_E000] && late.map(\.end) == [0x7F10_A000_4000])
    }

    @Test func `are read by the runtime whatever their addresses, lengths and names are`() throws {
        let long = "/" + (1...30).map { "folder-\($0)" }.joined(separator: "/") + "/lib.so"
        let images = (0..<200).map { index in
            let base = (UInt64(1) << UInt64(12 + index % 36)) + UInt64(index) << 12
            let length = UInt64(1) << UInt64(1 + index % 30)
            let path = index % 3 == 0 ? "\(long).\(index)" : "/usr/lib/library-\(index).so"
            return Image(
                name: "",
                path: path,
                buildID: index % 4 == 0 ? nil : String(repeating: "8f", count: 1 + index % 40),
                base: base,
                end: base + length - 1
            )
        }
        let read = try Self.read(CompactImageMap.text(of: images))
        Self.expect(
            read.sorted { ($0.base, $0.path) < ($1.base, $1.path) },
            is: images.sorted { ($0.base, $0.path) < ($1.base, $1.path) }
        )
    }
}
#endif
