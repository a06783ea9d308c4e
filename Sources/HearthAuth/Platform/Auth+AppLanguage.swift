#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Auth {
    /// Has mails and messages written in the language that the app is shown in.
    public func useAppLanguage() {
        languageCode = Locale.preferredLanguages.first
    }
}
