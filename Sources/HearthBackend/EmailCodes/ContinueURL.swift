internal import HearthHTTP
internal import HearthWire

/// Where the user goes after a mailed link was followed.
enum ContinueURL {
    /// Whether text is an absolute URL with a scheme and a host.
    static func isAbsolute(_ url: String) -> Bool {
        guard let end = url.firstRange(of: "://") else { return false }
        let scheme = url[..<end.lowerBound]
        let host = url[end.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
            && !host.isEmpty && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// A URL with further parameters in its query, before its fragment.
    static func appending(_ query: FormParameters, to url: String) -> String {
        let page = url.prefix { $0 != "#" }
        return "\(page)\(page.contains("?") ? "&" : "?")\(query.encoded)\(url[page.endIndex...])"
    }

    /// Whether a page may lead to a URL: to a host that the project names, or, where that is not checked, to any.
    static func isAllowed(_ url: String, _ policy: Policy, hosts: [String]) -> Bool {
        policy.checksContinueURLs ? Redirect.isAllowed(url, hosts: hosts) : Redirect.parse(url) != nil
    }

    /// Refuses what is not absolute, and in strict what is of a host that the project did not name.
    static func check(
        _ url: String?,
        _ policy: Policy,
        hosts: [String]
    ) throws(APIError) {
        guard let url else { return }
        guard isAbsolute(url) else {
            throw APIError(.invalidContinueURI, "((expected an absolute URI with valid scheme and host))")
        }
        // A deep link of an app may be mailed where nothing is checked.
        guard !policy.checksContinueURLs || isAllowed(url, policy, hosts: hosts) else {
            throw APIError(.unauthorizedDomain, "Domain not whitelisted by project")
        }
    }
}
