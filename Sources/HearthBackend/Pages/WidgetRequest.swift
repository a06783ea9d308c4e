internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// What an app asks of the sign-in page, read strictly: everything in it is a stranger's, and some of it becomes an
/// address to which the browser goes.
struct WidgetRequest: Sendable {
    /// How the outcome gets back to the app.
    enum Return: Sendable, Hashable {
        /// To the window that opened this one.
        case popup
        /// To a page of the app.
        case page(String)
        /// To an address that takes the outcome in its query.
        case address(String)
        /// To an app on an Apple platform, by a link that begins with this.
        case appleApp(String)
        /// To an app on Android with this package name.
        case androidApp(String)
    }

    /// Why a request is refused, in words for the app's developer.
    struct Refusal: Error {
        let words: String
    }

    let apiKey: String
    let providerID: String
    let authType: String
    let eventID: String
    let appName: String
    let tenant: String?
    let `return`: Return

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - query: The parameters of the page's address.
    ///   - hosts: The hosts that the outcome may go to; `nil` for any web page and any app.
    ///   - anyPort: Whether a host stands for all of its ports, and for plain HTTP. Defaults to yes, as in the emulator.
    /// - Throws: ``Refusal`` if the page cannot be shown for it.
    init(_ query: FormParameters, hosts: [String]?, anyPort: Bool = true) throws(Refusal) {
        func value(_ name: String) -> String? {
            query[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let apiKey = value("apiKey"), let providerID = value("providerId") else {
            throw Refusal(words: "The address has no apiKey or no providerId.")
        }
        self.apiKey = apiKey
        self.providerID = providerID.lowercased()
        appName = value("appName") ?? ""
        tenant = value("tid") ?? value("tenantId")
        authType = value("authType") ?? "unknown"
        eventID = value("eventId") ?? ""
        // An event's identifier is the client's own text, and escaped wherever it is used.
        guard Self.isWord(authType), eventID.utf8.count <= Self.longestEventID else {
            throw Refusal(words: "The authType in the address is malformed, or the eventId is too long.")
        }
        `return` = try Self.return(authType: authType, hosts: hosts, anyPort: anyPort, value)
    }

    /// The language that the app asks the provider's page to speak, by the names that providers have for it.
    static func language(_ query: FormParameters) -> String? {
        let custom = query["customParameters"].flatMap { try? JSON.parse(Array($0.utf8)) }
        let named = ["hl", "lang", "locale"].lazy.compactMap { query[$0] ?? custom?[$0]?.string }
        return named.first
    }

    private static let longestEventID = 1024

    private static func `return`(
        authType: String,
        hosts: [String]?,
        anyPort: Bool,
        _ value: (String) -> String?
    ) throws(Refusal) -> Return {
        guard ["appName", "clientId", "appId", "apn", "ibi"].contains(where: { value($0) != nil }) else {
            throw Refusal(words: "The address names no app: one of appName, clientId, appId, apn or ibi is needed.")
        }
        if authType.lowercased().contains("popup") { return .popup }
        if let package = value("apn") {
            guard isPackage(package) else { throw Refusal(words: "The apn in the address is no package name.") }
            return .androidApp(package)
        }
        if let bundle = value("ibi") {
            return .appleApp(try link(client: value("clientId"), app: value("appId"), bundle: bundle))
        }
        guard let url = value("redirectUrl") else {
            throw Refusal(words: "The address has no redirectUrl, so that there is no way back to the app.")
        }
        guard hosts.map({ Redirect.isAllowed(url, hosts: $0, anyPort: anyPort) }) ?? isPageOfAnApp(url) else {
            throw Refusal(
                words: """
                    The redirectUrl is not one of this project. Name its host with hearth serve --authorized-domain.
                    """
            )
        }
        return value("answer") == "url" ? .address(url) : .page(url)
    }

    /// The beginning of a link that opens an app on an Apple platform.
    private static func link(client: String?, app: String?, bundle: String) throws(Refusal) -> String {
        let scheme: String
        if let client {
            scheme = client.split(separator: ".", omittingEmptySubsequences: false).reversed().joined(separator: ".")
        } else if let app {
            scheme = "app-" + app.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-")
        } else {
            scheme = bundle
        }
        guard isAppScheme(scheme) else { throw Refusal(words: "The address names no scheme of an app.") }
        return scheme + "://" + (client == nil && app == nil ? "google" : "firebaseauth") + "/link"
    }

    /// Whether a scheme is an app's: it has a dot or begins with `app-`, and so is none that a browser runs or opens.
    private static func isAppScheme(_ scheme: String) -> Bool {
        guard let first = scheme.utf8.first, isLetter(first), scheme.utf8.count <= 255 else { return false }
        guard scheme.contains(".") || scheme.hasPrefix("app-") else { return false }
        return scheme.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// Whether an address is a web page, or a page inside an app whose scheme no browser runs as a script.
    private static func isPageOfAnApp(_ url: String) -> Bool {
        if Redirect.parse(url) != nil { return true }
        guard ContinueURL.isAbsolute(url), let scheme = url.split(separator: ":").first else { return false }
        return ["capacitor", "ionic", "tauri"].contains(scheme.lowercased()) || isAppScheme(String(scheme))
    }

    private static func isPackage(_ name: String) -> Bool {
        name.contains(".") && name.utf8.count <= 255
            && name.utf8.allSatisfy { isLetter($0) || isDigit($0) || "._".utf8.contains($0) }
    }

    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= 128 && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension WidgetRequest {
    /// What ``AuthEventScript`` is told, as attributes with a space before each.
    var attributes: HTML {
        let (kind, target): (String, String) =
            switch `return` {
            case .popup: ("popup", "")
            case .page(let url): ("page", url)
            case .address(let url): ("address", url)
            case .appleApp(let link): ("apple", link)
            case .androidApp(let package): ("android", package)
            }
        return """
             data-api-key="\(apiKey)" data-app-name="\(appName)" data-provider="\(providerID)" \
            data-auth-type="\(authType)" data-event-id="\(eventID)" data-tenant="\(tenant ?? "")" \
            data-return="\(kind)" data-target="\(target)"
            """
    }
}
