#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension AuthConfiguration {
    /// The project of a `GoogleService-Info.plist`, as Firebase's console offers it for download.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The configuration.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/invalidAPIKey`` if the file cannot be read or has no key.
    public static func googleServiceInfo(at path: String) throws(AuthError) -> AuthConfiguration {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let info = try? PropertyListDecoder().decode(ServiceInfo.self, from: data), !info.apiKey.isEmpty
        else { throw AuthError(.invalidAPIKey, "the file is not a GoogleService-Info.plist with an API key") }
        return .firebase(apiKey: info.apiKey, project: info.project, appID: info.appID)
    }

    private struct ServiceInfo: Decodable {
        let apiKey: String
        let project: String?
        let appID: String?

        enum CodingKeys: String, CodingKey {
            case apiKey = "API_KEY"
            case project = "PROJECT_ID"
            case appID = "GOOGLE_APP_ID"
        }
    }
}
