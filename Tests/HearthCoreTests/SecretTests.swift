import HearthCore
import HearthJSON
import Testing

@Suite("A secret")
struct SecretTests {
    private struct Credentials: Codable, Sendable {
        var name = "ada"
        var password: Secret<String> = "hunter2"
        var keys: [Secret<[UInt8]>] = [Secret([7, 77, 177])]
        var old: Secret<String>?
        var byName: [String: Secret<String>] = ["mail": "hunter3"]
    }

    @Test func `is not printed inside of other values either`() {
        var credentials = Credentials()
        credentials.old = "hunter4"
        var dumped = ""
        dump(credentials, to: &dumped)
        let printed = [
            dumped, "\(credentials)", String(describing: credentials), String(reflecting: credentials),
            "\(credentials.old as Any)", "\([credentials.password])", "\(["k": credentials.password])",
            String(describing: Mirror(reflecting: credentials.password).children.map(\.value)),
            "\((1, credentials.password))", "\(Result<Secret<String>, Never>.success("hunter5"))",
        ]
        for text in printed {
            #expect(!text.contains("hunter") && !text.contains("177"), "\(text)")
        }
        #expect("\(credentials.password)" == "‹secret›" && credentials.password.debugDescription == "‹secret›")
    }

    @Test func `has no children for a debugger`() {
        let mirror = Mirror(reflecting: Secret(["a", "b"]))
        #expect(mirror.children.isEmpty)
        #expect(mirror.superclassMirror == nil)
    }

    @Test func `is sent as what it is`() throws {
        let text = String(decoding: try JSON.encode(Credentials()), as: UTF8.self)
        #expect(text == #"{"name":"ada","password":"hunter2","keys":[[7,77,177]],"byName":{"mail":"hunter3"}}"#)
        let read = try JSON.decode(Credentials.self, from: Array(text.utf8))
        #expect(read.password.reveal() == "hunter2" && read.keys.first?.reveal() == [7, 77, 177])
        #expect(read.old == nil && read.byName["mail"]?.reveal() == "hunter3")
    }

    @Test(arguments: [#"{"name":"a","password":17,"keys":[],"byName":{}}"#, #"{"name":"a","keys":[],"byName":{}}"#])
    func `of another type is refused, and the refusal does not show it`(_ text: String) {
        let error = #expect(throws: JSONError.self) { try JSON.decode(Credentials.self, from: Array(text.utf8)) }
        #expect(error.map { !"\($0)".contains("17") } == true)
    }
}

@Suite("A log")
struct LogTests {
    @Test func `is told how much each line matters`() {
        let lines = Locked<[String]>([])
        let log = Log { level, message in lines.withLock { $0.append("\(level.rawValue): \(message)") } }
        log.info("started")
        log.warning("the disk is nearly full")
        log.error("the disk is full")
        #expect(
            lines.withLock { $0 } == ["info: started", "warning: the disk is nearly full", "error: the disk is full"]
        )
        Log.silent.error("to no one")
    }
}
