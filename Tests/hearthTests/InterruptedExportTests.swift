import HearthTesting
import HearthTestSupport
import Testing

@testable import hearth

@Suite("An export that was killed")
struct InterruptedExportTests {
    private let folder = TemporaryFolder()
    private var target: String { folder.file("data") }

    private func export(_ words: [String]) throws -> EmulatorExport {
        try EmulatorExport(
            try Options(EmulatorExport.spellOut(words), of: "serve", valued: EmulatorExport.valued),
            of: "serve",
            isEmulator: true
        )
    }

    private static let whole = [
        "firebase-export-metadata.json": #"{"auth":{"version":"1","path":"auth_export"}}"#,
        "auth_export/config.json": "{}", "auth_export/accounts.json": #"{"users":[{"localId":"u1"}]}"#,
    ]

    private func lay(_ place: String) throws {
        for (name, text) in Self.whole { try folder.write(text, to: "data/\(place)\(name)") }
    }

    @Test func `while it wrote its first files is begun anew, not in the way for ever`() async throws {
        try folder.write("{", to: "data/.new/auth_export/config.json")
        for words in [["--import", target, "--export-on-exit"], ["--export-on-exit", target]] {
            let export = try export(words)
            #expect(export.source == nil && export.target?.path == target)
        }
        try await export(["--export-on-exit", target]).save([])
        #expect(folder.files == ["data/firebase-export-metadata.json"])
    }

    @Test(arguments: [".new/", ".old/"])
    func `beside a whole one leaves that whole`(_ leftover: String) async throws {
        try lay("")
        try folder.write("{", to: "data/\(leftover)auth_export/accounts.json")
        let backend = try await TestBackend()
        let export = try export(["--import", target, "--export-on-exit"])
        let service = ExportedAuth(backend: backend.backend, project: backend.project)
        try await export.load(into: [service])
        try await export.save([service])
        #expect(folder.files.allSatisfy { !$0.contains(leftover) })
        #expect(folder.text(of: "data/auth_export/accounts.json")?.contains("u1") == true)
    }

    @Test func `while it changed the files says where the earlier ones are, and removes none`() throws {
        try lay(".old/")
        try lay(".new/")
        let files = folder.files
        for words in [["--import", target, "--export-on-exit"], ["--export-on-exit", target]] {
            let failure = #expect(throws: CommandFailure.self) { try export(words) }
            #expect(failure?.reason.contains(".old") == true, "\(failure?.reason ?? "")")
        }
        #expect(folder.files == files && files.count == 6)
    }
}
