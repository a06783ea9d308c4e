internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// A flow of the log as the source of a Swift test.
struct FlowTest {
    /// What the test is called.
    let title: String
    let project: ProjectID
    let profile: String
    let recording: FlowRecording
    let beginning: FlowBeginning
    private let script: FlowScript

    /// Writes the test.
    ///
    /// - Throws: ``ConsoleRefusal`` if the flow has a step that a test cannot repeat.
    init(
        _ recording: FlowRecording,
        after beginning: FlowBeginning,
        _ project: ProjectID,
        profile: String
    ) throws(ConsoleRefusal) {
        let flow = recording.flow
        let title = flow.title.replacing("{method}", with: flow.method ?? "")
        self.title = SwiftLiteral.testName(flow.refusals > 1 ? "\(title), \(flow.refusals) times" : title)
        self.project = project
        self.profile = profile
        self.recording = recording
        self.beginning = beginning
        script = try FlowScript(recording, beginning)
    }

    /// The name of the suite, which is the file's too.
    var suite: String {
        let words = title.split { !$0.isLetter && !$0.isNumber }.filter { $0.unicodeScalars.allSatisfy(\.isASCII) }
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Tests"
    }

    /// The source of the suite.
    var source: String {
        let modules = (["HearthHTTP", "HearthJSON", "HearthTesting", "Testing"] + extraModules).sorted()
        return """
            \(modules.map { "import \($0)" }.joined(separator: "\n"))

            /// A flow of \(project), copied from the console's live log: \(words).
            @Suite struct \(suite) {
                @Test func `\(title)`() async throws {
                    let backend = try await Self.backend()

            \(Self.indented(script.lines, 2))
                }

                /// A backend as it was before the flow.
                private static func backend() async throws -> TestBackend {
            \(Self.indented(preparations, 2))
                    return backend
                }
            }

            """
    }

    private var extraModules: [String] {
        script.modules.union(profile == "strict" ? ["HearthBackend"] : []).sorted()
    }

    private var preparations: [String] {
        let options = profile == "strict" ? " { $0.profile = .strict }" : ""
        var lines = ["let backend = try await TestBackend(project: \"\(project)\")\(options)"]
        if !beginning.settings.isEmpty {
            lines.append(
                """
                let settings = try await backend.send(
                    .patch,
                    "/emulator/v1/projects/\(project)/config",
                    \(SwiftExpression(.object(beginning.settings)).text(1)),
                    as: "owner"
                )
                #expect(settings.status == 200)
                """
            )
        }
        for (number, group) in beginning.groups.enumerated() {
            let name = number == 0 ? "accounts" : "accounts\(number + 1)"
            let tenant = group.tenant.map { "/tenants/\(PercentEncoding.encode($0))" } ?? ""
            let target = "/identitytoolkit.googleapis.com/v1/projects/\(project)\(tenant)/accounts:batchCreate"
            let users = JSONValue.object(["users": .array(group.accounts.map(JSONValue.object))])
            lines.append(
                """
                let \(name) = try await backend.send(
                    .post,
                    \(SwiftLiteral.string(target)),
                    \(SwiftExpression(users).text(1)),
                    as: "owner"
                )
                try #require(\(name).status == 200 && \(name)["error"].array?.isEmpty != false)
                """
            )
        }
        return lines
    }

    private static func indented(_ statements: [String], _ depth: Int) -> String {
        let indent = String(repeating: "    ", count: depth)
        return statements.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
    }

    private var words: String {
        let requests = recording.exchanges.count
        let messages = recording.steps.count - requests
        return [(requests, "request"), (messages, "message")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}

extension SwiftExpression {
    /// A value of which nothing comes from another step.
    init(_ value: JSONValue) {
        switch value {
        case .object(let object): self = .object(object.members.map { ($0.name, SwiftExpression($0.value)) })
        case .array(let values): self = .array(values.map { SwiftExpression($0) })
        default: self = .literal(value)
        }
    }
}
