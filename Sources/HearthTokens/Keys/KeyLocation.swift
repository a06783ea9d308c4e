internal import HearthHTTP

/// The URL of a document of keys, taken apart as a transport wants it.
struct KeyLocation: Sendable, Hashable {
    let origin: String
    let target: String

    /// Accepts HTTPS, and plain HTTP to this machine alone.
    init(_ url: String) throws(KeySourceError) {
        self.init(trusted: url)
        guard let secure = SecureOrigin(origin), secure.text == origin else {
            throw KeySourceError(.insecureLocation, "neither HTTPS nor this machine")
        }
    }

    /// Takes apart a URL that is written in the source.
    init(trusted url: String) {
        let scheme = url.prefix { $0 != ":" }.count + "://".count
        let rest = url.dropFirst(scheme)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        origin = String(url.prefix(scheme)) + authority
        target = authority.count < rest.count ? String(rest.dropFirst(authority.count)) : "/"
    }
}
