internal import HearthBackend
internal import HearthCore
internal import HearthServer

extension ServeSettings {
    /// What a program with functions is told of the services beside it.
    func variables(identity: ServerAddress, documents: ServerAddress?) -> [String: String] {
        var variables = ["FIREBASE_AUTH_EMULATOR_HOST": "\(identity)"]
        if let project = backend.defaultProject { variables["GCLOUD_PROJECT"] = project.rawValue }
        if let documents { variables["FIRESTORE_EMULATOR_HOST"] = "\(documents)" }
        return variables
    }
}
