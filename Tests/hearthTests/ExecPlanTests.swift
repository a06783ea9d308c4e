import HearthCore
import HearthServer
import HearthTestSupport
import Testing

@testable import hearth

@Suite("What hearth exec is asked for")
struct ExecPlanTests {
    private let folder = TemporaryFolder()

    private func plan(_ words: String..., json: String = "{}") throws -> ExecPlan {
        try folder.write(json, to: "firebase.json")
        return try ExecPlan(["--firebase-json", folder.file("firebase.json")] + words + ["--", "true"])
    }

    private func complaint(_ words: [String], json: String = "{}") -> String? {
        do {
            try folder.write(json, to: "firebase.json")
            _ = try ExecPlan(["--firebase-json", folder.file("firebase.json")] + words + ["--", "true"])
            return nil
        } catch {
            return (error as? CommandFailure)?.reason ?? (error as? UsageError)?.reason ?? "\(error)"
        }
    }

    @Test(
        arguments: [
            ("{}", [.auth, .firestore]), (#"{"emulators": {}}"#, [.auth, .firestore]),
            (#"{"emulators": {"auth": {}}}"#, [.auth]), (#"{"emulators": {"firestore": {"port": 0}}}"#, [.firestore]),
            (#"{"emulators": {"firestore": {}, "auth": {}, "ui": {"enabled": true}}}"#, [.auth, .firestore]),
            (#"{"emulators": {"database": {"port": 9000}, "singleProjectMode": true}}"#, [.auth, .firestore]),
        ] as [(String, [FirebaseProject.Service])]
    )
    func `the services are those of the file, or all`(_ json: String, _ services: [FirebaseProject.Service]) throws {
        #expect(try plan(json: json).services == services)
    }

    @Test func `a service that is named twice runs once`() throws {
        #expect(try plan("--only", "auth").services == [.auth])
        #expect(try plan("--only", "firestore,auth,firestore").services == [.firestore, .auth])
        #expect(try plan("--only", "functions", "--functions", "x").services == [])
        #expect(try plan("--only", "auth", json: #"{"emulators": {"firestore": {}}}"#).services == [.auth])
    }

    @Test func `hosts, ports, rules and the project are those of the official files`() throws {
        try folder.write([
            ".firebaserc": #"{"projects": {"default": "shop-test", "live": "shop"}}"#, "db/shop.rules": "x",
            "db/indexes.json": #"{"indexes": []}"#,
        ])
        let json = #"""
            {"firestore": {"rules": "db/shop.rules", "indexes": "db/indexes.json"},
             "emulators": {"auth": {"host": "127.0.0.1", "port": 9199}, "firestore": {"port": 8181}, "functions": {"port": 5005}}}
            """#
        let plan = try plan("--functions", "node .", json: json)
        #expect(plan.project.rawValue == "shop-test" && plan.rules?.path == folder.file("db/shop.rules"))
        #expect(plan.places[.auth] == .init(host: "127.0.0.1", port: 9199) && plan.places[.firestore]?.port == 8181)
        #expect(plan.functions?.port == 5005)
        #expect(plan.serverConfiguration(of: .firestore).port == 8181)
        #expect(plan.serverConfiguration(of: .firestore).host == "127.0.0.1")
        // The command line has the last word.
        try folder.write("y", to: "other.rules")
        let other = try self.plan(
            "--project",
            "mine",
            "--rules",
            folder.file("other.rules"),
            "--functions",
            "x",
            "--functions-port",
            "0",
            json: json
        )
        #expect(other.project.rawValue == "mine" && other.rules?.source == "y" && other.functions?.port == nil)
    }

    // firebase.json has a list there for a project with several databases.
    @Test(
        arguments: [
            #"[{"database": "(default)", "rules": "a.rules", "indexes": "a.json"}, {"database": "logs", "rules": "b.rules"}]"#,
            #"[{"database": "logs", "rules": "b.rules"}, {"database": "(default)", "rules": "a.rules"}]"#,
            #"[{"rules": "a.rules"}]"#,
        ]
    )
    func `rules of the default database are found among several, rather than none`(_ firestore: String) throws {
        try folder.write(["a.rules": "strict", "b.rules": "loose", "a.json": #"{"indexes": []}"#])
        #expect(try plan(json: "{\"firestore\": \(firestore)}").rules?.source == "strict")
    }

    @Test(
        arguments: [
            (["--only", "auth,database"], "{}", "some of auth, firestore, functions"),
            (["--only", ""], "{}", "some of auth"),
            (["--project", "a b"], "{}", "--project a b: expected letters"),
            (["--profile", "none"], "{}", "lenient, strict"),
            (["--rules", "/nonexistent.rules"], "{}", "cannot read /nonexistent.rules"),
            (["--indexes", "/nonexistent.json"], "{}", "cannot read /nonexistent.json"),
            (["--import", "/nonexistent"], "{}", "--import /nonexistent: no such folder"),
            ([], "[]", "expected an object"),
            ([], "{", "firebase.json"), ([], #"{"emulators": {"auth": 9099}}"#, "emulators.auth: expected an object"),
            ([], #"{"emulators": {"auth": {"port": "9099"}}}"#, "emulators.auth.port: expected a number"),
            ([], #"{"emulators": {"auth": {"port": 65536}}}"#, "emulators.auth.port: expected a number"),
            ([], #"{"emulators": {"auth": {"port": -1}}}"#, "emulators.auth.port: expected a number"),
            ([], #"{"emulators": {"auth": {"port": 1.5}}}"#, "emulators.auth.port: expected a number"),
            ([], #"{"emulators": {"firestore": {"host": ""}}}"#, "emulators.firestore.host: expected a host"),
            ([], #"{"emulators": {"functions": {"host": 1}}}"#, "emulators.functions.host: expected a host"),
            ([], #"{"firestore": {"rules": "gone.rules"}}"#, "cannot read"),
            (["--functions-port", "1"], "{}", "--functions-port needs --functions"),
            (["--functions", "x", "--functions-port", "65536"], "{}", "--functions-port 65536: expected a number"),
        ]
    )
    func `what cannot be is refused before anything starts`(_ words: [String], _ json: String, _ reason: String) {
        let complaint = complaint(words, json: json)
        #expect(complaint?.contains(reason) == true, "\(complaint ?? "")")
    }

    @Test(arguments: ["{", "[]", #"{"projects": {"default": "a b"}}"#])
    func `a damaged .firebaserc is named`(_ text: String) throws {
        try folder.write(text, to: ".firebaserc")
        #expect(complaint([])?.contains(folder.file(".firebaserc")) == true)
        try folder.write(#"{"projects": {}}"#, to: ".firebaserc")
        #expect(try plan().project.rawValue == "demo-hearth")
    }

    @Test func `indexes that are named and not there yet are none, damaged ones are refused`() throws {
        let json = #"{"firestore": {"indexes": "firestore.indexes.json"}}"#
        #expect(complaint([], json: json) == nil)
        for text in ["{", "7", #"{"indexes": [{"fields": []}]}"#] {
            try folder.write(text, to: "firestore.indexes.json")
            #expect(complaint([], json: json)?.hasPrefix(folder.file("firestore.indexes.json")) == true, "\(text)")
        }
    }
}
