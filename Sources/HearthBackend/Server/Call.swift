internal import HearthCore
internal import HearthWire

/// The address under which a caller reaches this server: most calls never need it.
enum BaseAddress: Sendable {
    /// What the operator said, or an earlier call was told.
    case fixed(String)
    /// The header field `Host`; `nil` without one.
    case host(String?)

    /// The address, without a slash at the end.
    var url: String {
        switch self {
        case .fixed(let url): url
        case .host(let host?) where !host.isEmpty && host.utf8.allSatisfy(Self.isPlain): "http://" + host
        case .host: "http://localhost"
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}

/// What an endpoint knows of a call beside its request.
///
/// It is handed from function to function: what stays the same for all of the call is kept once, in its ``Origin``.
struct Call: Sendable {
    /// Where a call comes from, and when.
    final class Origin: Sendable {
        let isPrivileged: Bool
        let base: BaseAddress
        let now: UnixTime
        let source: String?
        let client: ClientDetails?
        let settings: CallSettings?
        let serviceAccount: AccessToken?

        fileprivate init(
            isPrivileged: Bool,
            base: BaseAddress,
            now: UnixTime,
            source: String?,
            client: ClientDetails?,
            settings: CallSettings?,
            serviceAccount: AccessToken?
        ) {
            self.isPrivileged = isPrivileged
            self.base = base
            self.now = now
            self.source = source
            self.client = client
            self.settings = settings
            self.serviceAccount = serviceAccount
        }
    }

    /// The accounts that the call is about.
    var scope: Scope
    private let origin: Origin
    /// The language that the user reads, if the client said so.
    var locale: String?
    /// What the request has asked its project's functions; `nil` for requests that ask none.
    var blocking: BlockingExchange?
    /// Writes the events that the request causes; `nil` where no function acts on them.
    var events: AccountEventWriter?
    /// Gathers what the request does, for the operator; `nil` for work that no request asked for.
    var record: CallRecord?

    init(
        scope: Scope,
        isPrivileged: Bool,
        base: BaseAddress,
        now: UnixTime,
        source: String? = nil,
        locale: String? = nil,
        client: ClientDetails? = nil,
        settings: CallSettings? = nil,
        serviceAccount: AccessToken? = nil
    ) {
        self.scope = scope
        self.locale = locale
        origin = Origin(
            isPrivileged: isPrivileged,
            base: base,
            now: now,
            source: source,
            client: client,
            settings: settings,
            serviceAccount: serviceAccount
        )
    }

    /// Whether a project's own server calls, rather than a user.
    var isPrivileged: Bool { origin.isPrivileged }
    /// The address under which the caller reaches this server, without a slash at the end.
    var baseURL: String { base.url }
    /// What that address is made from.
    var base: BaseAddress { origin.base }
    /// The moment of the call: the same for everything that it does.
    var now: UnixTime { origin.now }
    /// The network that the client calls from, as limits count clients; `nil` within the process.
    var source: String? { origin.source }
    /// The client, for functions that decide about it.
    var client: ClientDetails? { origin.client }
    /// The settings that were read for a user's call; `nil` for every other.
    var settings: CallSettings? { origin.settings }
    /// The service account that calls; `nil` for users and for the operator.
    var serviceAccount: AccessToken? { origin.serviceAccount }

    /// Refuses a call about a tenant's users for what only projects have: telephone numbers as a first factor, and the
    /// project's public settings.
    func refuseTenant() throws(APIError) {
        guard scope.tenant == nil else { throw APIError(.unsupportedTenantOperation) }
    }
}
