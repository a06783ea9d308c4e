internal import HearthBackend
internal import HearthCore
internal import HearthJSON

/// The call `overview` of a server for real users: numbers of the last day, what is stored, and what to mend.
struct OverviewCall: Sendable {
    let backend: Backend
    /// The file of the accounts; `nil` in memory.
    let storage: String?
    /// Whether codes reach their readers by mail.
    let sendsMails: Bool
    let startedAt: UnixTime

    /// The numbers; those of the last day begin with the process.
    func answer() async throws(ConsoleRefusal) -> JSONValue {
        let keys: [SigningKeyFact]
        let projects: [ProjectFacts]
        do throws(BackendError) {
            keys = try await backend.signingKeyFacts()
            projects = try await backend.projectFacts()
        } catch {
            throw ConsoleRefusal(error)
        }
        var page = JSONObject()
        page["startedAt"] = .integer(startedAt.milliseconds)
        page["quarters"] = .array(
            backend.quarterHours.map { quarter in
                [
                    "start": .integer(quarter.start.milliseconds), "signIns": .integer(Int64(quarter.signIns)),
                    "refusals": .integer(Int64(quarter.refusals)),
                    "newAccounts": .integer(Int64(quarter.newAccounts)),
                ]
            }
        )
        if let storage, let space = DiskSpace(ofFile: storage) {
            page["storedBytes"] = .integer(space.file)
            page["freeBytes"] = .integer(space.free)
        }
        page["keyCreatedAt"] = keys.first { $0.purpose == "idToken" && $0.signs }.map {
            .integer($0.createdAt.milliseconds)
        }
        page["warnings"] = .array(warnings(of: projects).map(\.json))
        return .object(page)
    }

    /// What the page has words for.
    private struct Warning {
        let name: String
        /// Where it holds; `nil` for the whole server.
        var project: ProjectID?

        var json: JSONValue {
            var object = JSONObject()
            object["name"] = .string(name)
            object["project"] = project.map { .string($0.rawValue) }
            return .object(object)
        }
    }

    private func warnings(of projects: [ProjectFacts]) -> [Warning] {
        let local = Set(["localhost", "127.0.0.1", "[::1]"])
        let server: [(String, Bool)] = [
            ("plainPublicURL", backend.facts.publicURL?.hasPrefix("https://") == false),
            ("noMailer", !sendsMails),
            ("inMemory", storage == nil),
        ]
        let ofProjects = projects.flatMap { project in
            [
                ("localDomain", project.authorizedDomains.contains(where: local.contains)),
                ("testPhoneNumbers", !project.testPhoneNumbers.isEmpty),
            ].filter(\.1).map { Warning(name: $0.0, project: project.id) }
        }
        return ofProjects + server.filter(\.1).map { Warning(name: $0.0) }
    }
}
