public import Foundation
internal import HearthAuth
internal import HearthCore

/// Where a mailed link leads, and which app may open it.
public final class ActionCodeSettings: Sendable {
    private let fields = Locked(HearthAuth.ActionCodeSettings())

    /// Creates settings whose app is the one that runs, if it has a bundle identifier.
    public init() {
        let bundleID = Bundle.main.bundleIdentifier
        fields.withLock { $0.iOSBundleID = bundleID }
    }

    var value: HearthAuth.ActionCodeSettings { fields.withLock(\.self) }

    /// Where to go on after the link was used; its domain must be one that the project lists.
    public var url: URL? {
        get { value.url.flatMap { URL(string: $0) } }
        set { fields.withLock { $0.url = newValue?.absoluteString } }
    }

    /// Whether the app handles the code itself.
    ///
    /// Defaults to no.
    public var handleCodeInApp: Bool {
        get { value.handleCodeInApp }
        set { fields.withLock { $0.handleCodeInApp = newValue } }
    }

    /// The bundle identifier of the app that may open the link.
    public var iOSBundleID: String? {
        get { value.iOSBundleID }
        set { fields.withLock { $0.iOSBundleID = newValue } }
    }

    /// The package name of the app that may open the link.
    public var androidPackageName: String? {
        get { value.androidPackageName }
        set { fields.withLock { $0.androidPackageName = newValue } }
    }

    /// The oldest version of that package that can open the link.
    public var androidMinimumVersion: String? {
        get { value.androidMinimumVersion }
        set { fields.withLock { $0.androidMinimumVersion = newValue } }
    }

    /// Whether that package is to be installed if it is missing.
    ///
    /// Defaults to no.
    public var androidInstallIfNotAvailable: Bool {
        get { value.androidInstallIfNotAvailable }
        set { fields.withLock { $0.androidInstallIfNotAvailable = newValue } }
    }

    /// The domain that the link is on; one of the project's own.
    public var linkDomain: String? {
        get { value.linkDomain }
        set { fields.withLock { $0.linkDomain = newValue } }
    }

    /// Names the app that may open the link.
    ///
    /// - Parameter bundleID: Its bundle identifier.
    public func setIOSBundleID(_ bundleID: String) {
        iOSBundleID = bundleID
    }

    /// Names the package that may open the link.
    ///
    /// - Parameters:
    ///   - androidPackageName: Its name.
    ///   - installIfNotAvailable: Whether it is to be installed if it is missing.
    ///   - minimumVersion: The oldest version that can open the link.
    public func setAndroidPackageName(
        _ androidPackageName: String,
        installIfNotAvailable: Bool,
        minimumVersion: String?
    ) {
        fields.withLock { fields in
            fields.androidPackageName = androidPackageName
            fields.androidInstallIfNotAvailable = installIfNotAvailable
            fields.androidMinimumVersion = minimumVersion
        }
    }
}
