import Foundation
import HearthCore
import HearthTestSupport
import Testing

@testable import hearth

@Suite("The words of a command line")
struct OptionsTests {
    private func read(_ words: [String]) throws -> Options {
        try Options(words, of: "test", valued: ["name", "port", "list"], switches: ["loud"])
    }

    private func complaint(_ words: [String]) -> String? {
        do {
            _ = try read(words)
            return nil
        } catch {
            return (error as? UsageError)?.reason
        }
    }

    @Test func `a value follows its option, or an equals sign, whatever it looks like`() throws {
        let table: [([String], String?)] = [
            (["--name", "a"], "a"), (["--name=a"], "a"), (["--name="], ""), (["--name", ""], ""),
            (["--name=a=b"], "a=b"),
            (["--name", "-"], "-"), (["--name", "-5"], "-5"), (["--name", "a", "--name", "b"], "b"),
            (["--name=--loud"], "--loud"), ([], nil), (["--name", "ü é"], "ü é"),
        ]
        for (words, value) in table {
            let options = try read(words)
            #expect(options.last("name") == value && options.operands.isEmpty && !options.has("loud"), "\(words)")
        }
    }

    @Test func `what is no option stays in order, a single hyphen too`() throws {
        let options = try read(["b", "--loud", "-", "--port", "1", "a", "-x", ""])
        #expect(options.operands == ["b", "-", "a", "-x", ""] && options.has("loud"))
        #expect(try read(["--list", "a", "x", "--list=b"]).all("list") == ["a", "b"])
    }

    @Test(
        arguments: [
            (["--name"], "--name needs a value"), (["--loud", "--port"], "--port needs a value"),
            (["--loud=yes"], "--loud takes no value"), (["--loud="], "--loud takes no value"),
            (["--Loud"], "test has no option --Loud"), (["---name", "a"], "test has no option ---name"),
            (["--nam", "a"], "test has no option --nam"), (["--=a"], "test has no option --"),
            (["--unknown=s3cret"], "test has no option --unknown"),
        ]
    )
    func `what cannot be understood is named, without its value`(_ words: [String], _ reason: String) {
        #expect(complaint(words) == reason)
    }

    @Test(
        arguments: [
            ("1", 1), ("9", 9), ("0", nil), ("10", nil), ("", nil), (" 5", nil), ("5 ", nil), ("5.0", nil),
            ("0x5", nil),
            ("five", nil), ("99999999999999999999", nil), ("-5", nil), ("٥", nil), ("1e0", nil),
        ] as [(String, Int?)]
    )
    func `a number is in its range, or refused`(_ text: String, _ number: Int?) throws {
        let options = try read(["--port=\(text)"])
        guard let number else {
            let error = #expect(throws: UsageError.self) { try options.integer("port", in: 1...9, default: 5) }
            #expect(error?.reason == "--port \(text): expected a number from 1 to 9")
            return
        }
        #expect(try options.integer("port", in: 1...9, default: 5) == number)
    }

    @Test func `a file fills in what the command line leaves open, and is blamed for what it says alone`() throws {
        var options = try read(["--port", "0"])
        let places = ["port": "f: port", "name": "f: name"]
        options.adopt(["port": ["7"], "name": ["x"], "list": ["a", "b"]], switches: ["loud"], from: places)
        #expect(options.last("name") == "x" && options.all("list") == ["a", "b"] && options.has("loud"))
        // The command line's own mistake is not the file's.
        #expect(throws: UsageError.self) { try options.integer("port", in: 1...9, default: 5) }
        #expect(throws: CommandFailure.self) { try options.integer("name", in: 1...9, default: 5) }
    }
}

@Suite("Texts that others wrote")
struct PrintableTests {
    @Test(
        arguments: [
            ("plain ü 数 👩‍💻", "plain ü 数 👩\u{FFFD}💻"), ("\u{1B}[31m", "\u{FFFD}[31m"),
            ("a\nb\tc\r", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
            ("\u{9B}0m\u{90}", "\u{FFFD}0m\u{FFFD}"), ("\u{202E}moc\u{2066}", "\u{FFFD}moc\u{FFFD}"),
            ("\u{2028}\u{2029}\u{7F}\u{0}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("\u{FEFF}x\u{AD}", "\u{FFFD}x\u{FFFD}"),
            ("e\u{301}", "e\u{301}"), ("", ""),
        ]
    )
    func `are shown without what a terminal obeys`(_ text: String, _ shown: String) {
        // By scalars: texts that look the same are equal.
        #expect(Array(text.printable.unicodeScalars) == Array(shown.unicodeScalars))
    }
}

@Suite("Files that the tool reads")
struct FileTextTests {
    @Test func `are read to their end, or not at all`() throws {
        let folder = TemporaryFolder()
        let long = String(repeating: "0123456789abcde\n", count: 1 << 17) + "end"
        try folder.write(["long": long, "empty": ""])
        try folder.write([0x6D, 0xFC, 0x6E], to: "latin1")
        #expect(try SystemEnvironment.text(ofFile: folder.file("long")) == long)
        #expect(try SystemEnvironment.text(ofFile: folder.file("empty")) == "")
        let table = [
            ("none", "No such file"), ("", "Is a directory"), ("latin1", "is not UTF-8"),
        ]
        for (name, reason) in table {
            let path = name.isEmpty ? folder.path : folder.file(name)
            let error = #expect(throws: CommandFailure.self) { try SystemEnvironment.text(ofFile: path) }
            #expect(
                error?.reason.contains(path) == true && error?.reason.contains(reason) == true,
                "\(error?.reason ?? "")"
            )
        }
    }

    @Test func `a new file is its owner's alone, and takes no other's place`() throws {
        let folder = TemporaryFolder()
        try folder.write("mine", to: "there")
        try NewFile.check(folder.file("key.json"))
        #expect(folder.names == ["there"])
        try NewFile.write(Secret(Array("secret".utf8)), to: folder.file("key.json"))
        #expect(folder.text(of: "key.json") == "secret")
        #expect(try folder.permissions(of: "key.json") == 0o600)
        for path in [folder.file("there"), folder.file("key.json"), folder.path, folder.file("none/key.json")] {
            #expect(throws: CommandFailure.self) { try NewFile.check(path) }
            #expect(throws: CommandFailure.self) { try NewFile.write(Secret(Array("other".utf8)), to: path) }
        }
        #expect(folder.text(of: "there") == "mine" && folder.text(of: "key.json") == "secret")
    }

    @Test func `a file of hashes is closed to others, also where an open one was`() throws {
        let folder = TemporaryFolder()
        try folder.write("an old and longer export", to: "users.json")
        try folder.setPermissions(0o644, of: "users.json")
        try Folder.write(Array("new".utf8), toFile: folder.file("users.json"))
        #expect(folder.text(of: "users.json") == "new")
        #expect(try folder.permissions(of: "users.json") == 0o600)
    }

    @Test func `what a folder's links lead to stays when the folder goes`() throws {
        let folder = TemporaryFolder()
        try folder.write(["kept/a": "1", "gone/b/c": "2"])
        try #require(unsafe symlink(folder.file("kept"), folder.file("gone/link")) == 0)
        try Folder(folder.file("gone///")).remove()
        #expect(folder.names == ["kept"] && folder.text(of: "kept/a") == "1")
        let nested = Folder(folder.file("x/y/z"))
        try nested.make()
        try nested.make()
        #expect(nested.exists)
        #expect(throws: CommandFailure.self) { try Folder(folder.file("kept/a/b")).make() }
        #expect(throws: CommandFailure.self) { try Folder(folder.file("none")).names() }
    }
}
