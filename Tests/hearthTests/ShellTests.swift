import HearthCore
import HearthHTTP
import HearthJSON
import HearthServer
import HearthTesting
import HearthTestSupport
import Testing

@testable import hearth

/// What a shell, a script and a build server see of the tool: the status, and what is on which stream.
@Suite("hearth from a shell", .serialized)
struct ShellTests {
    /// An address at which nothing listens.
    private static let silent = "127.0.0.1:1"

    @Test(
        arguments: [
            ("nosuch", "there is no command 'nosuch'"), ("help nosuch", "there is no command 'nosuch'"),
            ("--nosuch", "there is no command '--nosuch'"), ("serve now", "serve takes no 'now'"),
            ("serve --colour red", "serve has no option --colour"), ("serve --port", "--port needs a value"),
            ("serve --port=", "--port : expected a number"), ("serve --port 65536", "--port 65536: expected a number"),
            ("serve --port -1", "--port -1: expected a number"), ("serve --quiet=true", "--quiet takes no value"),
            ("serve --threads 0", "expected a number from 1 to 64"),
            ("serve --profile loose", "expected lenient, strict"),
            ("serve --project a/b", "expected letters, digits"),
            ("serve --storage file", "expected memory or sqlite:PATH"),
            ("serve --storage sqlite:", "expected memory or sqlite:PATH"),
            ("serve --metadata-port 1", "--metadata-port needs a --metadata-account"),
            ("serve --console-url https://a.b --production --public-url https://c.d", "HEARTH_ADMIN_TOKEN"),
            ("serve --functions-port 5001", "--functions-port needs --functions"),
            ("serve --passkey-origin https://a.b", "--passkey-origin needs a --passkey-domain"),
            ("serve --export-on-exit", "--export-on-exit needs a folder"),
            ("serve --console maybe", "expected on or off"),
            ("serve --firestore-port here", "expected same, off, or a number"),
            ("exec", "exec needs a program"), ("exec --", "exec needs a program after --"),
            ("exec npm test", "exec needs -- before a program with arguments"),
            ("exec npm -- test", "exec takes no 'npm' before --"),
            ("exec --only database -- true", "some of auth, firestore"),
            ("exec --only auth, -- true", "some of auth, firestore"),
            ("exec --only functions -- true", "functions need the program that has them"),
            ("exec --functions-port 1 -- true", "--functions-port needs --functions"),
            ("demo opera", "the demo has no chapter 'opera'"), ("bench all", "bench measures"),
            ("login now", "login takes no 'now'"), ("login --scope x", "--scope belongs to --provider"),
            ("login --token", "--print and --token belong to --provider"),
            ("login --provider x --issuer https://i.example --backend 127.0.0.1:1", "--issuer needs a --client-id"),
            ("login --provider x --client-id c --backend 127.0.0.1:1", "--client-id needs an --issuer"),
            ("login --provider x --client-secret-env S --backend 127.0.0.1:1", "--client-secret-env needs an --issuer"),
            ("account delete --backend 127.0.0.1:1", "account takes no 'delete'"),
            ("users", "users needs list, create or delete"), ("users drop", "users cannot 'drop'"),
            ("users delete", "users delete needs a UID"), ("users import", "users import needs one FILE"),
            ("users export users.xml", "name it .json or .csv"),
            ("users list --backend ftp://a", "HOST, HOST:PORT or a URL"),
            ("service-accounts", "service-accounts needs list"),
            ("service-accounts fire a", "service-accounts cannot 'fire'"),
            ("service-accounts create", "service-accounts create takes"),
            ("service-accounts add-key a@b.co", "service-accounts add-key needs --key FILE"),
            ("console", "console administers administrators"), ("console administrators rule a", "is not understood"),
            ("token", "token needs inspect or verify"), ("token melt x", "token cannot 'melt'"),
            ("token verify x", "token verify needs --project ID"),
            ("firestore", "firestore needs an action"), ("firestore get", "firestore get: wrong arguments"),
            ("firestore rules check", "firestore needs an action"),
            ("firestore query notes --order a:down", "--order a:down: expected FIELD, FIELD:asc or FIELD:desc"),
            ("firestore query notes --where a=1", "expected FIELD OPERATOR VALUE"),
            ("functions", "functions needs call"), ("functions call", "functions needs call"),
            ("functions call f {", "the data is no JSON"), ("functions retry", "functions retry needs a FUNCTION"),
            ("functions call f --host nowhere", "expected HOST:PORT"),
            ("analytics", "analytics needs events"), ("analytics events ada", "analytics events takes no 'ada'"),
            ("analytics counts x", "analytics counts takes no 'x'"),
            ("analytics users ada", "analytics users takes no 'ada'"),
            ("analytics funnel open", "analytics funnel needs 2 to 5 steps"),
            ("analytics delete", "analytics needs events"),
            ("analytics events --limit 0", "expected a number from 1 to 1000"),
            ("crashes", "crashes needs list"), ("crashes list now", "crashes needs list"),
            ("crashes show", "crashes needs list"),
        ]
    )
    func `ends with 64 where the words make no sense, and says why on standard error alone`(
        _ line: String,
        _ complaint: String
    ) async throws {
        let run = try await ToolRun(line.split(separator: " ").map(String.init))
        #expect(run.errors.hasPrefix("hearth: ") && run.errors.contains(complaint), "\(run.errors)")
        // What only the environment lacks is no mistake in the words.
        #expect(run.status == (complaint == "HEARTH_ADMIN_TOKEN" ? 1 : 64) && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `says what it is asked for on standard output, and ends with 0`() async throws {
        let version = try await ToolRun(["--version"])
        #expect(version.status == 0 && version.errors.isEmpty && version.output.hasPrefix("hearth "))
        for words in [[], ["help"], ["--help"], ["-h"], ["help", "help"]] {
            let run = try await ToolRun(words)
            #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("Usage: hearth COMMAND"), "\(words)")
        }
        for words in [["users", "--help"], ["users", "list", "-h"], ["help", "users"]] {
            let run = try await ToolRun(words)
            #expect(
                run.status == 0 && run.errors.isEmpty && run.output.contains("Usage: hearth users list"),
                "\(words)"
            )
        }
        // What follows -- belongs to the other program.
        let words = ["--only", "auth", "--quiet", "--", "/bin/sh", "-c", "echo \"$1\"", "sh", "--help"]
        let other = try await ToolRun(["exec"] + words)
        #expect(other.output == "--help\n" && other.status == 0, "\(other.errors)")
    }

    @Test(
        arguments: [
            "users list", "users create --email a@b.co", "users delete u1", "users export users.json",
            "firestore get a/b",
            "firestore query a", "firestore watch a", "firestore clear", "analytics counts", "crashes list",
            "service-accounts list", "functions events", "login", "account", "login --provider google.com",
        ]
    )
    func `ends with 1 where nothing listens, and names the address`(_ line: String) async throws {
        let words = line.split(separator: " ").map(String.init) + ["--backend", Self.silent]
        let run = try await ToolRun(words, ["LC_ALL": "C"])
        #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.hasPrefix("hearth: ") && run.errors.contains(Self.silent), "\(run.errors)")
    }

    @Test func `an output that cannot be written is a failure`() async throws {
        guard SystemEnvironment.fileExists("/dev/full") else { return }
        for words in ["--version", "--help", "token inspect e30.e30."] {
            let run = try await ToolRun(line: "$HEARTH \(words) > /dev/full")
            #expect(run.status == 74, "\(words): \(run.status)")
            #expect(run.errors.hasPrefix("hearth: cannot write to standard output"), "\(run.errors)")
        }
    }

    @Test func `the status of a program is the status of exec, and a signal's is the shell's`() async throws {
        for (line, status) in [("exit 0", 0), ("exit 3", 3), ("exit 255", 255), ("kill -9 $$", 137)]
            as [(String, Int32)]
        {
            let run = try await ToolRun(["exec", "--only", "auth", "--quiet", "--", "/bin/sh", "-c", line])
            #expect(run.status == status && run.errors.isEmpty, "\(line): \(run.errors)")
        }
        let missing = try await ToolRun(["exec", "--only", "auth", "--quiet", "--", "/nowhere/at-all"])
        #expect(missing.status == 127 && missing.errors.contains("cannot run /nowhere/at-all"))
        let folder = try await ToolRun(["exec", "--only", "auth", "--quiet", "--", "/tmp"])
        #expect(folder.status == 126)
    }

    @Test func `exec tells a program where each emulator is, once`() async throws {
        let run = try await ToolRun(
            ["exec", "--project", "shop", "--only", "auth,auth,firestore", "env"],
            ["FIRESTORE_EMULATOR_HOST": "elsewhere:1", "GCLOUD_PROJECT": "other"]
        )
        let variables = run.output.split(separator: "\n")
        func values(_ name: String) -> [Substring] {
            variables.filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
        }
        #expect(run.status == 0 && values("GCLOUD_PROJECT") == ["shop"] && values("GOOGLE_CLOUD_PROJECT") == ["shop"])
        #expect(values("FIRESTORE_EMULATOR_HOST").count == 1 && values("FIRESTORE_EMULATOR_HOST") != ["elsewhere:1"])
        let auth = try #require(values("FIREBASE_AUTH_EMULATOR_HOST").first)
        // Each emulator is named once on standard error, at the address that the program is told.
        let notes = run.errors.split(separator: "\n")
        #expect(notes.count == 2 && notes.contains("hearth: auth on \(auth)"), "\(run.errors)")
    }

    @Test func `a token is read from a pipe, with the line's end of any system`() async throws {
        let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ."
        for input in [token, token + "\n", token + "\r\n", token + "\nmore\n"] {
            let run = try await ToolRun(["token", "inspect", "-"], input: input)
            #expect(run.status == 0 && run.output.contains("sub  ada"), "\(run.errors)")
        }
        for input in ["", "\n", "\r\n"] {
            let run = try await ToolRun(["token", "inspect", "-"], input: input)
            #expect(run.status == 1 && run.output.isEmpty && run.errors == "hearth: standard input has no token\n")
        }
    }

    @Test(
        arguments: [
            (["users", "list", "--production", "--backend", "http://identity.example.com"], "HEARTH_ADMIN_TOKEN"),
            (["users", "list", "--production", "--backend", "127.0.0.1:1"], "HEARTH_ADMIN_TOKEN"),
            (["firestore", "get", "a/b", "--production", "--backend", "http://a.example"], "HEARTH_ADMIN_TOKEN"),
            (
                ["serve", "--production", "--storage", "memory", "--public-url", "https://a.example"],
                "HEARTH_ADMIN_TOKEN"
            ),
            (["serve", "--storage", "memory"], "HEARTH_SEALING_KEY"),
            (["users", "import", "a.csv", "--hash-algo", "SCRYPT", "--hash-key", "s3cret-*"], ""),
            (["users", "create", "--password", "s3cret-*", "--backend", "127.0.0.1:1"], ""),
            (["functions", "call", "f", "--token", "s3cret-*", "--host", "127.0.0.1:1"], ""),
        ]
    )
    func `a secret is not in what a failure says`(_ words: [String], _ variable: String) async throws {
        let run = try await ToolRun(words, variable.isEmpty ? [:] : [variable: "s3cret-*"])
        #expect(run.status != 0 && !run.errors.isEmpty)
        #expect(!run.errors.contains("s3cret") && !run.output.contains("s3cret"), "\(run.errors)")
    }
}

/// The tool before servers that are none, or that mean harm.
@Suite("hearth from a shell, and a server that is none", .serialized)
struct StrangeServerTests {
    private func ask(_ line: String, _ option: String, answer: HTTPResponse) async throws -> ToolRun {
        let server = HTTPServer { _ in answer }
        let address = "\(try server.bind())"
        let running = Task { try await server.run() }
        defer { running.cancel() }
        return try await ToolRun(line.split(separator: " ").map(String.init) + [option, address], ["LC_ALL": "C"])
    }

    private static let page = HTTPResponse(status: 200, body: .bytes(Array("<html>Welcome</html>".utf8)))

    @Test(
        arguments: [
            "users list", "users export /nonexistent/users.json", "analytics events", "analytics counts",
            "analytics users",
            "analytics delete u1", "crashes list", "crashes show i1", "crashes resolve i1", "functions events",
            "functions retry f", "functions forget f e1", "firestore set a/b {}", "firestore get a/b",
            "firestore query a",
            "firestore delete a/b", "service-accounts list", "service-accounts delete a@b.co",
        ]
    )
    func `says that it is none, rather than that all is done`(_ line: String) async throws {
        let run = try await ask(line, "--backend", answer: Self.page)
        #expect(run.status == 1 && run.output.isEmpty, "\(line): \(run.output)")
        #expect(run.errors.hasPrefix("hearth: "), "\(run.errors)")
    }

    private static let hostile = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}"

    @Test(
        arguments: [
            ("users list", "--backend"), ("users create --email a@b.co", "--backend"),
            ("analytics counts", "--backend"),
            ("users export users.json", "--backend"), ("crashes list", "--backend"), ("functions events", "--backend"),
            ("firestore get a/b", "--backend"), ("service-accounts list", "--backend"), ("functions call f", "--host"),
        ]
    )
    func `a refusal moves no cursor and sets no title`(_ line: String, _ option: String) async throws {
        let error: JSONValue = [
            "code": 400, "status": "FAILED_PRECONDITION", "message": .string("x : " + Self.hostile),
        ]
        let answer = HTTPResponse(
            status: 400,
            fields: ["Content-Type": "application/json"],
            body: .bytes(JSON.serialize(["error": error]))
        )
        let run = try await ask(line, option, answer: answer)
        #expect(run.status == 1 && run.errors.hasPrefix("hearth: "))
        let shown = run.errors.unicodeScalars
        #expect(!shown.contains("\u{1B}") && !shown.contains("\u{9B}") && !shown.contains("\u{202E}"), "\(line)")
    }
}
