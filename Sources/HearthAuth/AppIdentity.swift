internal import HearthHTTP

/// How an app names itself to Google, for an API key that is restricted to it.
///
/// Set ``AuthConfiguration/app``; without it, Google refuses the calls of a restricted key with
/// ``AuthError/Code/appNotAuthorized``, whose ``AuthError/detail`` tells which restriction it was.
public struct AppIdentity: Sendable, Hashable {
    let fields: [String: String]

    /// An app for Apple's systems.
    ///
    /// - Parameter bundleID: The bundle identifier, as it stands in the key's restriction.
    /// - Returns: The identity, sent as `X-Ios-Bundle-Identifier`.
    public static func apple(bundleID: String) -> AppIdentity {
        AppIdentity(fields: ["X-Ios-Bundle-Identifier": bundleID])
    }

    /// An app for Android.
    ///
    /// - Parameters:
    ///   - package: The package name.
    ///   - certificate: The SHA-1 fingerprint of the signing certificate, in hexadecimal digits, with or without colons.
    /// - Returns: The identity, sent as `X-Android-Package` and `X-Android-Cert`.
    public static func android(package: String, certificate: String) -> AppIdentity {
        let digits = certificate.filter { $0 != ":" }.uppercased()
        return AppIdentity(fields: ["X-Android-Package": package, "X-Android-Cert": digits])
    }

    /// A page, or a program that acts for one.
    ///
    /// - Parameter referer: The address of the page.
    /// - Returns: The identity, sent as `Referer`.
    public static func web(referer: String) -> AppIdentity {
        AppIdentity(fields: ["Referer": referer])
    }
}
