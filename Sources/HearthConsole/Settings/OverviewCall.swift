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
        do throws(BackendError) {
            keys = try await backend.signingKeyFacts()
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
        page["warnings"] = .array(warnings.map(JSONValue.string))
        return .object(page)
    }

    /// What the page has words for.
    private var warnings: [String] {
        let facts = backend.facts
        let local = Set(["localhost", "127.0.0.1", "[::1]"])
        let found: [(String, Bool)] = [
            ("localDomain", facts.authorizedDomains.contains(where: local.contains)),
            ("plainPublicURL", facts.publicURL?.hasPrefix("https://") == false),
            ("noMailer", !sendsMails),
            ("inMemory", storage == nil),
            ("testPhoneNumbers", !facts.testPhoneNumbers.isEmpty),
        ]
        return found.filter(\.1).map(\.0)
    }
}
