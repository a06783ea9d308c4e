package import HearthCore
internal import HearthWire

/// What is in force in a project now: its own word, or what was decided when the server was started.
package struct ProjectFacts: Sendable {
    package let id: ProjectID
    /// The hosts that links may lead back to.
    package let authorizedDomains: [String]
    /// The numbers that get no text message and have a code of their own; none where no code is texted at all.
    package let testPhoneNumbers: [String]
}

extension ProjectFacts {
    init(_ id: ProjectID, _ settings: ProjectSettings, _ configuration: BackendConfiguration) {
        self.id = id
        authorizedDomains = settings.authorizedDomains(configuration)
        let phone = settings.more.signIn?.phoneNumber
        // A tenant may ask for text messages where its project does not.
        let textsCodes = phone?.enabled != false || configuration.secondFactors.contains(.phone)
        let numbers = Set(configuration.testPhoneNumbers.keys).union((phone?.testPhoneNumbers ?? [:]).keys)
        testPhoneNumbers = textsCodes ? numbers.sorted() : []
    }
}

extension Backend {
    /// What is in force in each of the server's projects.
    ///
    /// - Throws: ``BackendError`` if the storage fails.
    package func projectFacts() async throws(BackendError) -> [ProjectFacts] {
        var facts: [ProjectFacts] = []
        do {
            for project in configuration.projects {
                let settings = try await store.read(inspection(of: Scope(project: project, tenant: nil))) {
                    [store] tx in try store.projects.settings(of: project, tx)
                }
                facts.append(ProjectFacts(project, settings, configuration))
            }
        } catch {
            throw BackendError(.storage, "the projects' settings cannot be read: \(error)")
        }
        return facts
    }
}
