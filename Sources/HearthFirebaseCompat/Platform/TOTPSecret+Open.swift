public import Foundation
#if canImport(UIKit) && !os(watchOS)
internal import UIKit
#elseif os(macOS)
internal import AppKit
#endif

extension TOTPSecret {
    /// Opens an address with the app that the user has chosen for it, and returns whether there is one.
    ///
    /// Defaults to the system's way on iOS, tvOS, visionOS and macOS; elsewhere to `nil`: a program that is started with
    /// the address would show the key to every other user of the machine.
    @MainActor public static var openAddress: (@MainActor (URL) -> Bool)? = systemOpener

    /// Opens the address of ``generateQRCodeURL(withAccountName:issuer:)`` with the user's authenticator app.
    ///
    /// - Parameter qrCodeURL: The address.
    /// - Returns: Whether it was passed on; if not, show the key or its picture.
    @MainActor @discardableResult
    public func openInOTPApp(withQRCodeURL qrCodeURL: String) -> Bool {
        guard let url = URL(string: qrCodeURL), url.scheme == "otpauth", let open = Self.openAddress else {
            return false
        }
        return open(url)
    }

    @MainActor private static var systemOpener: (@MainActor (URL) -> Bool)? {
        #if canImport(UIKit) && !os(watchOS)
        { url in
            UIApplication.shared.open(url)
            return true
        }
        #elseif os(macOS)
        { NSWorkspace.shared.open($0) }
        #else
        nil
        #endif
    }
}
