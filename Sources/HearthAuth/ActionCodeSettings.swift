internal import HearthWire

/// Where a mailed link leads, and which app may open it.
public struct ActionCodeSettings: Sendable, Hashable {
    /// Where to go on after the link was used; its domain must be one that the project lists.
    public var url: String?
    /// Whether the app handles the code itself.
    ///
    /// Defaults to no.
    public var handleCodeInApp = false
    /// The bundle identifier of the app that may open the link.
    public var iOSBundleID: String?
    /// The package name of the app that may open the link.
    public var androidPackageName: String?
    /// Whether that package is to be installed if it is missing.
    ///
    /// Defaults to no.
    public var androidInstallIfNotAvailable = false
    /// The oldest version of that package that can open the link.
    public var androidMinimumVersion: String?
    /// The domain that the link is on; one of the project's own.
    public var linkDomain: String?

    /// Creates settings that change nothing.
    public init() {}

    /// Writes the settings into a request.
    func fill(_ request: inout SendCode.Request) {
        request.continueUrl = url
        request.canHandleCodeInApp = handleCodeInApp
        request.iOSBundleId = iOSBundleID
        request.androidPackageName = androidPackageName
        request.androidInstallApp = androidPackageName == nil ? nil : androidInstallIfNotAvailable
        request.androidMinimumVersion = androidMinimumVersion
        request.linkDomain = linkDomain
    }
}
