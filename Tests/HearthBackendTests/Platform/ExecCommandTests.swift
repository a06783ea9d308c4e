import Foundation
import Testing

@Suite("hearth exec, live", .timeLimit(.minutes(15)))
struct ExecCommandTests {
    private let path = ["PATH": "/usr/local/bin:/usr/bin:/bin"]

    private func exec(_ words: [String], variables: [String: String] = [:]) async throws -> HearthProcess.Outcome {
        try await HearthProcess.run(["exec"] + words, environment: path.merging(variables) { _, new in new })
    }

    @Test func `runs a program beside the emulator that its variables name`() async throws {
        let script =
            "printf '%s ' $GCLOUD_PROJECT $GOOGLE_CLOUD_PROJECT; exec 3<>/dev/tcp/${FIREBASE_AUTH_EMULATOR_HOST/://} && echo open"
        let outcome = try await exec(["--project", "demo-exec", "--", "bash", "-c", script])
        #expect(outcome.output == "demo-exec demo-exec open\n")
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("hearth: auth on 127.0.0.1:"))
    }

    @Test func `keeps the rest of the environment, and says nothing with --quiet`() async throws {
        let outcome = try await exec(["--quiet", "--", "sh", "-c", "echo $COLOR"], variables: ["COLOR": "green"])
        #expect(outcome.output == "green\n" && outcome.errors.isEmpty)
    }

    @Test(arguments: [("exit 7", 7), ("kill -9 $$", 137), ("kill -13 $$", 141), ("true", 0)] as [(String, Int32)])
    func `ends with the status of the program`(_ line: String, _ status: Int32) async throws {
        let outcome = try await exec([line])
        #expect(outcome.status == status, "\(outcome.output) \(outcome.errors)")
    }

    @Test func `passes --help after the dashes to the program`() async throws {
        #expect(try await exec(["--", "sh", "-c", "echo $1", "sh", "--help"]).output == "--help\n")
    }

    @Test(
        arguments: [
            ([], "needs a program"), (["--"], "needs a program"), (["a", "b"], "needs -- before"),
            (["a", "--", "b"], "takes no 'a'"), (["--only", "storage", "x"], "--only storage"),
            (["--only", "auth,", "x"], "--only auth,"), (["--only", "auth,functions", "x"], "--functions PROGRAM"),
            (["--project", "a b", "x"], "--project a b"),
        ] as [([String], String)]
    )
    func `ends with 64 if it cannot understand`(_ words: [String], _ complaint: String) async throws {
        let outcome = try await exec(words)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }

    @Test func `ends with 127 if there is no such program, as a shell does`() async throws {
        let outcome = try await exec(["--", "no-such-program"])
        #expect(outcome.status == 127)
        #expect(outcome.errors.contains("cannot run no-such-program"))
    }

    @Test func `passes SIGTERM on, and waits for the program`() async throws {
        let folder = try TestFolder()
        let script =
            "trap 'echo asked >\(folder.path)/end; exit 3' TERM; echo listens on nothing >&2; while :; do sleep 0.05; done"
        let process = try HearthProcess(["exec", "--quiet", "--", "bash", "-c", script], environment: path)
        _ = await process.address()
        process.terminate()
        #expect(await process.end() == 3)
        #expect(try String(contentsOfFile: folder.path + "/end", encoding: .utf8) == "asked\n")
    }

    @Test func `takes project and services from an existing firebase project`() async throws {
        let folder = try TestFolder()
        try
            #"{"emulators": {"auth": {"port": 0}, "storage": {"port": 9199}, "functions": {"port": 5001}, "ui": {"enabled": true}}}"#
            .write(toFile: folder.path + "/firebase.json", atomically: true, encoding: .utf8)
        try #"{"projects": {"default": "demo-from-file"}}"#
            .write(toFile: folder.path + "/.firebaserc", atomically: true, encoding: .utf8)
        let file = ["--firebase-json", folder.path + "/firebase.json"]
        let outcome = try await exec(file + ["echo $GCLOUD_PROJECT"])
        #expect(outcome.output == "demo-from-file\n")
        #expect(outcome.errors.contains("configures storage, which hearth lacks"))
        #expect(outcome.errors.contains("configures functions: --functions PROGRAM names"))
        #expect(try await exec(file + ["--project", "demo-own", "echo $GCLOUD_PROJECT"]).output == "demo-own\n")
    }

    @Test(
        arguments: [
            ("", "firebase.json"), ("[]", "expected an object"), (#"{"emulators": {"auth": 9099}}"#, "emulators.auth"),
            (#"{"emulators": {"auth": {"port": 70000}}}"#, "emulators.auth.port"),
        ]
    )
    func `names the place of a mistake in firebase json`(_ text: String, _ complaint: String) async throws {
        let folder = try TestFolder()
        try text.write(toFile: folder.path + "/firebase.json", atomically: true, encoding: .utf8)
        let outcome = try await exec(["--firebase-json", folder.path + "/firebase.json", "true"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }
}
