internal import HearthCore
internal import HearthJSON

/// What an existing Firebase project says about its emulators: `firebase.json`, and `.firebaserc` beside it.
///
/// Members that only the official tools understand are passed over; a service that Hearth lacks is named in
/// ``missing``, so that a caller can say so.
struct FirebaseProject {
    /// A service that Hearth can stand in for.
    enum Service: String, CaseIterable {
        case auth
        case firestore
    }

    /// Where a service listens.
    struct Place: Equatable {
        var host: String?
        var port: Int?
    }

    /// Where each configured service listens.
    private(set) var places: [Service: Place] = [:]
    /// Where functions listen, if they are configured.
    private(set) var functions: Place?
    /// The configured emulators that Hearth has no counterpart for, in alphabetical order.
    private(set) var missing: [String] = []
    /// The file of Firestore's security rules.
    private(set) var rules: String?
    /// The file of Firestore's composite indexes.
    private(set) var indexes: String?
    /// The project that `.firebaserc` calls `default`.
    private(set) var project: ProjectID?

    /// Members of `emulators` that configure no emulator.
    private static let settings = ["ui", "hub", "logging", "singleProjectMode", "eventarc", "tasks"]
    private static let largestPort: Int64 = 65_535

    /// Reads a `firebase.json`.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read, or a member that matters here is malformed.
    init(path: String) throws {
        let document = try Self.object(ofFile: path)
        for member in document["emulators"]?.object?.members ?? [] where !Self.settings.contains(member.name) {
            if member.name == "functions" {
                functions = try Self.place(member.value, at: "\(path): emulators.functions")
                continue
            }
            guard let service = Service(rawValue: member.name) else {
                missing.append(member.name)
                continue
            }
            places[service] = try Self.place(member.value, at: "\(path): emulators.\(member.name)")
        }
        missing.sort()
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let firestore = Self.firestore(document["firestore"])
        rules = firestore?["rules"]?.string.map { $0.hasPrefix("/") ? $0 : folder + $0 }
        let file = firestore?["indexes"]?.string.map { $0.hasPrefix("/") ? $0 : folder + $0 }
        // The official tools write the name of the file before there is one.
        indexes = file.flatMap { SystemEnvironment.fileExists($0) ? $0 : nil }
        guard SystemEnvironment.fileExists("\(folder).firebaserc") else { return }
        let names = try Self.object(ofFile: "\(folder).firebaserc")
        guard let name = names["projects"]?["default"]?.string else { return }
        guard let project = ProjectID(rawValue: name) else {
            throw CommandFailure("\(folder).firebaserc: projects.default: '\(name.printable)' is no project ID")
        }
        self.project = project
    }

    /// Reads the `firebase.json` of the current folder, if there is one.
    static func current() throws -> FirebaseProject? {
        SystemEnvironment.fileExists("firebase.json") ? try FirebaseProject(path: "firebase.json") : nil
    }

    private static func object(ofFile path: String) throws -> JSONObject {
        let text = try SystemEnvironment.text(ofFile: path)
        do {
            guard let object = try JSON.parse(Array(text.utf8)).object else {
                throw CommandFailure("\(path): expected an object")
            }
            return object
        } catch let error as JSONError {
            throw CommandFailure("\(path): \(error.reason)")
        }
    }

    /// What the file says of the default database, of which it may be one entry among those of several.
    private static func firestore(_ value: JSONValue?) -> JSONValue? {
        guard let entries = value?.array else { return value }
        let name = "(default)"
        return entries.first { ($0["database"] ?? .string(name)) == .string(name) }
    }

    private static func place(_ value: JSONValue, at place: String) throws -> Place {
        guard let object = value.object else { throw CommandFailure("\(place): expected an object") }
        var result = Place()
        if let host = object["host"] {
            guard let text = host.string, !text.isEmpty else { throw CommandFailure("\(place).host: expected a host") }
            result.host = text
        }
        if let port = object["port"] {
            guard let number = port.integer, (0...largestPort).contains(number) else {
                throw CommandFailure("\(place).port: expected a number from 0 to \(largestPort)")
            }
            result.port = Int(number)
        }
        return result
    }
}

extension Options {
    /// Takes from a Firebase project what neither the command line nor a file of settings says.
    mutating func adopt(_ project: FirebaseProject, from path: String) {
        var values: [String: [String]] = [:]
        if let host = project.places[.auth]?.host { values["host"] = [host] }
        if let port = project.places[.auth]?.port { values["port"] = ["\(port)"] }
        if let rules = project.rules { values["rules"] = [rules] }
        if let indexes = project.indexes { values["indexes"] = [indexes] }
        if let name = project.project { values["project"] = [name.rawValue] }
        adopt(values, switches: [], from: values.mapValues { _ in path })
    }
}
