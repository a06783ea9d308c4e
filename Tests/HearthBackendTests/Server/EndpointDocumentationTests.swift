import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthBackend

@Suite("Documentation/endpoints.md")
struct EndpointDocumentationTests {
    /// The methods that are answered with 501 and the reason: hand-written, so that none is added unnoticed.
    private static let unoffered: Set<String> = [
        "identitytoolkit.accounts.issueSamlResponse", "identitytoolkit.projects.tenants.setIamPolicy",
        "identitytoolkit.relyingparty.setProjectConfig", "identitytoolkit.relyingparty.signOutUser",
    ]

    @Test func `lists every method of the official API, and every route that the code declares`() throws {
        let documents = Documents(try .forInspection(.strict)).routes
        var text = """
            # Endpoints

            Made from the declared routes by `HEARTH_RECORD=1 swift test --filter EndpointDocumentationTests`.

            ## The official API

            Its \(OfficialMethods.all.count) methods: those of the discovery documents, of the token service, and the controls of the official
            emulator. A method that is not offered is answered with 501 and the reason.

            | method | path | offered | answered by |
            |---|---|---|---|

            """
        for method in OfficialMethods.all {
            let owner = try #require(Self.answer(method, documents), "\(method.id) is not routed")
            let isOffered = Self.unoffered.contains(method.id) ? "501" : "yes"
            text += "| \(method.id) | \(method.verb) `\(method.path)` | \(isOffered) | \(owner) |\n"
        }
        text += """

            ## Every route

            In the order of the reference. A path with a host is also served without it.

            | operation | method | path | who may call |
            |---|---|---|---|

            """
        for operation in allOperations {
            for route in operation.routes {
                let path = route.emulatorPath
                text += "| \(operation) | \(route.method) | `\(path)` | \(Self.words(route.access)) |\n"
            }
        }
        text += """

            ## Keys, tokens for service accounts, and pages

            | method | path |
            |---|---|

            """
        for route in documents { text += "| \(route.method) | `\(route.emulatorPath)` |\n" }
        try RecordedFile("Documentation/endpoints.md").expect(text)
    }

    @Test func `what is routed is what is listed`() throws {
        let routed = try Routes.forInspection().handlers.flatMap(\.routes)
        #expect(Set(routed) == Set(allOperations.flatMap { $0.routes }))
        #expect(routed.count == Set(routed).count)
    }

    @Test func `the official API has 126 methods`() {
        #expect(OfficialMethods.all.count == 126)
        #expect(Set(OfficialMethods.all.map(\.id)).count == 126)
        #expect(Set(OfficialMethods.all.map { $0.verb + $0.path }).count == 126)
    }

    @Test(.inProcessAndLiveInLongRuns, arguments: OfficialMethods.all)
    func `each method is answered, or refused in words`(_ method: OfficialMethods.Method) async throws {
        for profile in [BackendConfiguration.Profile.lenient, .strict] {
            let client = TestClient(try await TestBackend { $0.profile = profile })
            let tenant = try await client.makeTenant()
            let path = method.path.replacing("{targetProjectId}", with: "demo-test").replacing(
                "{tenantId}",
                with: tenant
            )
            .replacing("{configId}", with: "oidc.staff")
            let verb = HTTPMethod(rawValue: method.verb)
            let isAdministration =
                path.contains("/projects/")
                || ["/defaultSupportedIdps", "/downloadAccount", "/uploadAccount", "/setProjectConfig"].contains {
                    path.hasSuffix($0)
                }
            let answer = try await client.send(
                verb,
                path + (isAdministration ? "" : "?key=k"),
                verb == .get ? nil : [:],
                isAdministration ? ["Authorization": "Bearer owner"] : [:]
            )
            // Without games in the configuration the lenient profile knows as little of them as the official emulator.
            let isLeft = profile == .lenient && method.id.hasSuffix(".signInWithGameCenter")
            #expect((answer.status == 501) == (isLeft || Self.unoffered.contains(method.id)), "\(answer.text)")
            // An unknown configuration is the only thing that may be missing here.
            if answer.status == 404 { #expect(answer.error == "CONFIGURATION_NOT_FOUND", "\(answer.text)") }
            #expect(answer.status < 500 || answer.status == 501, "\(answer.text)")
            if answer.status >= 400 { #expect(answer.error?.isEmpty == false) }
        }
    }

    /// The operation that answers a method, or the document.
    private static func answer(_ method: OfficialMethods.Method, _ documents: [Route]) -> String? {
        func fits(_ route: Route) -> Bool { route.method.rawValue == method.verb && route.emulatorPath == method.path }
        if let operation = allOperations.first(where: { $0.routes.contains(where: fits) }) { return "\(operation)" }
        return documents.contains(where: fits) ? "a document of keys" : nil
    }

    private static func words(_ access: Route.Access) -> String {
        switch access {
        case .open: "anyone"
        case .apiKey: "API key"
        case .administrator: "administrator"
        case .signer: "administrator, with a scope for signing"
        case .operator: "operator"
        case .emulator: "anyone, in emulator mode"
        }
    }
}
