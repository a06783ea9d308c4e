internal import HearthCore
internal import HearthWire

/// What an endpoint knows of a call beside its request.
struct Call: Sendable {
    /// The accounts that the call is about.
    var scope: Scope
    /// Whether a project's own server calls, rather than a user.
    let isPrivileged: Bool
    /// The address under which the caller reaches this server, without a slash at the end.
    let baseURL: String
    /// The moment of the call: the same for everything that it does.
    let now: UnixTime
    /// The network that the client calls from, as limits count clients; `nil` within the process.
    var source: String?
    /// The language that the user reads, if the client said so.
    var locale: String?
    /// The client, for functions that decide about it.
    var client: ClientDetails?
    /// What the request has asked its project's functions; `nil` for requests that ask none.
    var blocking: BlockingExchange?
    /// Writes the events that the request causes; `nil` where no function acts on them.
    var events: AccountEventWriter?
    /// Gathers what the request does, for the operator; `nil` for work that no request asked for.
    var record: CallRecord?
    /// The settings that were read for a user's call; `nil` for every other.
    var settings: CallSettings?
    /// The service account that calls; `nil` for users and for the operator.
    var serviceAccount: AccessToken?

    /// Refuses a call about a tenant's users for what only projects have: telephone numbers as a first factor, and the
    /// project's public settings.
    func refuseTenant() throws(APIError) {
        guard scope.tenant == nil else { throw APIError(.unsupportedTenantOperation) }
    }
}
