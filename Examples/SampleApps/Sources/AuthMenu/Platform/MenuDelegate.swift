import Foundation
import HearthFirebaseCompat

/// What the sample's app delegate and its settings do.
package final class MenuDelegate {
    package let auth: Auth

    package init(auth: Auth = Auth.auth()) {
        self.auth = auth
    }

    package func didRegister(deviceToken: Data) {
        auth.setAPNSToken(deviceToken, type: .unknown)
    }

    package func didReceive(_ notification: [AnyHashable: Any]) -> Bool {
        auth.canHandleNotification(notification)
    }

    package func open(_ url: URL) -> Bool {
        auth.canHandle(url)
    }

    package func changeSettings() {
        auth.languageCode = "de"
        auth.tenantID = nil
        auth.customAuthDomain = "auth.shop.example"
        auth.settings?.isAppVerificationDisabledForTesting = true
        auth.shareAuthStateAcrossDevices = false
    }

    package var settings: [MenuRow] {
        [
            MenuRow(title: auth.languageCode ?? "–", detail: "Language"),
            MenuRow(title: auth.customAuthDomain ?? "–", detail: "Domain"),
            MenuRow(title: auth.apnsToken.map { "\($0.count) bytes" } ?? "–", detail: "Device token"),
            MenuRow(title: auth.app?.name ?? "–", detail: "App"),
            MenuRow(title: auth.userAccessGroup ?? "–", detail: "Keychain group"),
        ]
    }
}
