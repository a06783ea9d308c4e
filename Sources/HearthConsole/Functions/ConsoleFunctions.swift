public import HearthCore
public import HearthJSON

/// The functions beside an emulator, as its console shows and uses them.
public protocol ConsoleFunctions: Sendable {
    /// What there is, and what came of it.
    ///
    /// The members: `up`, `origin`, `functions` (`name`, `kind`, `path`, `wants`, `waiting` and the counts of their calls),
    /// `deliveries`, newest first (`number`, `function`, `id`, `kind`, `subject`, `at`, `ms`, `attempts`, `state`,
    /// `reason`), and `strays`: how many events wait for functions that the program does not have.
    func report() async -> JSONObject

    /// Calls a function as an app does.
    ///
    /// - Parameters:
    ///   - path: Its path, from the report.
    ///   - data: What it is sent.
    ///   - token: The identity token of the user who calls; `nil` for none.
    /// - Returns: The status, and the document of the answer.
    /// - Throws: ``ConsoleFailure`` if there is no such function, or no answer.
    func call(
        _ path: String,
        _ data: JSONValue,
        as token: Secret<String>?
    ) async throws(ConsoleFailure) -> (status: Int, answer: JSONValue)

    /// An event that was delivered, with its payload; `nil` if it is not kept any more.
    func delivery(_ number: Int) -> JSONObject?

    /// Delivers an event once more, beside the events that wait.
    ///
    /// - Parameter number: The number of a delivery, from the report.
    /// - Throws: ``ConsoleFailure`` if the delivery is not kept any more, or its function is gone.
    func replay(_ number: Int) async throws(ConsoleFailure)
}

/// Why something that the console was asked for was not done.
public struct ConsoleFailure: Error, Sendable, Hashable {
    /// What kind of failure it is.
    public enum Kind: Sendable, Hashable {
        /// What was asked for is wrong.
        case invalid
        /// There is nothing of that name.
        case notFound
        /// It cannot be done now, or not twice.
        case conflict
        /// What has to answer does not.
        case unavailable
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// What failed and what helps, for the reader of the page.
    public let reason: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: What kind of failure it is.
    ///   - reason: What failed and what helps, for the reader of the page.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

extension ConsoleRefusal {
    init(_ failure: ConsoleFailure) {
        let status =
            switch failure.kind {
            case .invalid: 400
            case .notFound: 404
            case .conflict: 409
            case .unavailable: 503
            }
        self.init(status, failure.reason)
    }

    /// Runs what a service beside the console does; its failures become refusals.
    static func wrap<Result>(
        failure body: () async throws(ConsoleFailure) -> Result
    ) async throws(ConsoleRefusal) -> Result {
        do throws(ConsoleFailure) { return try await body() } catch { throw ConsoleRefusal(error) }
    }
}
