internal import HearthCore
internal import HearthJSON

/// The call `flows/NUMBER/test`: the source of a Swift test that repeats a flow of the live log.
struct FlowTestCall: Sendable {
    let log: TrafficLog
    let services: ServiceReader
    let profile: String

    /// Writes the test of a flow.
    ///
    /// - Parameters:
    ///   - number: The number of the flow.
    ///   - project: The project whose flow it is.
    /// - Returns: The source, and the name of a file for it.
    /// - Throws: ``ConsoleRefusal`` if the flow is gone, or a test cannot repeat it.
    func source(of number: Int, _ project: ProjectID) async throws(ConsoleRefusal) -> JSONValue {
        guard let (flow, entries) = await log.flow(number) else {
            throw ConsoleRefusal(410, "The log does not hold the flow \(number) any more.")
        }
        let recording = try FlowRecording(flow, entries)
        let beginning = try await FlowBeginning(of: recording, project, services)
        let test = try FlowTest(recording, after: beginning, project, profile: profile)
        return ["source": .string(test.source), "file": .string("\(test.suite).swift")]
    }
}
