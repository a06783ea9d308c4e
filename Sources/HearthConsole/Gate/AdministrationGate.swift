internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP

/// Decides by its head whether a request may reach the console of a server for real users.
///
/// The cookie alone opens nothing: a browser must say that a page of this very origin asks, and writes carry a token that
/// only such a page can read. An `Authorization` field is not looked at.
struct AdministrationGate: Sendable {
    /// Scheme, host and port of the console, without a slash at the end.
    let origin: String

    /// The host of the console, with its port unless it is the scheme's.
    var authority: String { origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? origin }

    /// The largest body of a caller without a cookie, in bytes: a sign-in.
    static let signInBody = 8192
    /// The largest body of an administrator's call, in bytes.
    static let callBody = 1 << 20

    /// The refusal of a request; `nil` if it may pass.
    func refusal(of head: HTTPRequestHead) -> HTTPResponse? {
        guard head.fields["host"]?.lowercased() == authority.lowercased() else {
            return ConsoleGate.refusal(421, "This console is at \(origin).")
        }
        let isCall = head.path.hasPrefix("/console/v1/")
        let site = head.fields["sec-fetch-site"]
        guard isCall else {
            return head.method == .get || head.method == .head
                ? nil : ConsoleGate.refusal(405, "Pages of the console are read by GET.")
        }
        // Browsers name the origin of every write, and of what another origin's script reads.
        let named = head.fields["origin"]
        let isForeign = site.map { $0 != "same-origin" } ?? false
        guard !isForeign, named == origin || named == nil && head.method == .get else {
            return ConsoleGate.refusal(403, "Pages of other origins cannot use the console.")
        }
        guard head.fields["x-hearth-console"]?.isEmpty == false else {
            return ConsoleGate.refusal(403, "Calls of the console carry the field 'X-Hearth-Console'.")
        }
        return nil
    }

    /// The value of the session's cookie; `nil` if there is none, or several.
    static func cookie(of fields: HTTPFields) -> String? {
        let values = fields.values(of: "cookie").flatMap { $0.split(separator: ";") }.compactMap { pair -> String? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, String(parts[0]).trimmingSpaces == ConsoleSession.cookie else { return nil }
            return String(parts[1]).trimmingSpaces
        }
        guard values.count == 1, values[0].utf8.count == 43 else { return nil }
        return values[0]
    }

    /// Whether a write carries the token that belongs to its cookie.
    static func hasWriteToken(_ fields: HTTPFields, of cookie: String) -> Bool {
        ConstantTime.equals(
            Array((fields["x-hearth-console"] ?? "").utf8),
            Array(ConsoleSession.writeToken(of: cookie).utf8)
        )
    }

    static func setCookie(_ value: Secret<String>) -> String {
        let seconds = ConsoleSession.lifetime.components.seconds
        return
            "\(ConsoleSession.cookie)=\(value.reveal()); Path=/; Max-Age=\(seconds); Secure; HttpOnly; SameSite=Strict"
    }

    static let clearedCookie = "\(ConsoleSession.cookie)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict"
}
