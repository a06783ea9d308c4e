import HearthTestSupport
import HearthWire
import Testing

@Suite("Documentation/endpoints.md")
struct EndpointDocumentationTests {
    @Test func `lists what the code declares`() throws {
        var text = """
            # Endpoints

            Every operation with its paths, in the order of the reference. A path with a host is also served without it.
            Made from the declared routes by `HEARTH_RECORD=1 swift test --filter EndpointDocumentationTests`.

            | operation | method | path | who may call |
            |---|---|---|---|

            """
        for operation in allOperations {
            for route in operation.routes {
                let path = route.emulatorPath
                text += "| \(operation) | \(route.method) | `\(path)` | \(Self.words(route.access)) |\n"
            }
        }
        try RecordedFile("Documentation/endpoints.md").expect(text)
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
