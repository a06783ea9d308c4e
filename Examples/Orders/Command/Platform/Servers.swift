import Foundation
import HearthAuth
import HearthFirestore

/// Where the servers are: what `firebase emulators:exec` and `hearth exec` put into the environment, or the usual ports.
enum Servers {
    static func identity(of project: String) -> AuthConfiguration {
        let (host, port) = address("FIREBASE_AUTH_EMULATOR_HOST", 9099)
        return .emulator(project: project, host: host, port: port)
    }

    static var firestore: FirestoreSettings {
        let (host, port) = address("FIRESTORE_EMULATOR_HOST", 8080)
        return .emulator(host: host, port: port)
    }

    private static func address(_ variable: String, _ usualPort: Int) -> (String, Int) {
        let text = ProcessInfo.processInfo.environment[variable] ?? ""
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]) else {
            return ("127.0.0.1", usualPort)
        }
        return (String(text[..<colon]), port)
    }
}
