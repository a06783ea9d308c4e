internal import HearthCore
internal import HearthJSON

/// An object of a configuration file: every member has one type, and none that is not known.
struct ConfigObject {
    /// The file and the way to this object, for complaints: `hearth.json: providers[1]`.
    let place: String
    /// The folder that files are found from.
    let folder: String

    private let members: JSONObject

    /// Takes an object.
    ///
    /// - Throws: ``CommandFailure`` if the value is another one, or has a member that is not known.
    init(_ value: JSONValue, at place: String, folder: String, knowing names: [String]) throws {
        guard let members = value.object else { throw CommandFailure("\(place): expected an object") }
        if let stranger = members.names.first(where: { !names.contains($0) }) {
            throw CommandFailure("\(place): there is no member '\(stranger.printable)'")
        }
        self.members = members
        self.place = place
        self.folder = folder
    }

    /// Where a member stands.
    func place(of name: String) -> String {
        place.contains(": ") ? "\(place).\(name)" : "\(place): \(name)"
    }

    /// The complaint about a member.
    func refusal(_ name: String, _ words: String) -> CommandFailure {
        CommandFailure("\(place(of: name)): \(words)")
    }

    func text(_ name: String) throws -> String? {
        try member(name, "a text that is not empty") { $0.string.flatMap { $0.isEmpty ? nil : $0 } }
    }

    func integer(_ name: String) throws -> Int64? {
        try member(name, "an integer", \.integer)
    }

    func truth(_ name: String) throws -> Bool? {
        try member(name, "true or false", \.bool)
    }

    func texts(_ name: String) throws -> [String]? {
        try member(name, "a list of texts") { value in
            let texts = value.array?.compactMap(\.string)
            return texts?.count == value.array?.count ? texts : nil
        }
    }

    /// The members of an object of texts, in their order.
    func map(_ name: String) throws -> [(name: String, text: String)]? {
        try member(name, "an object of texts") { value in
            let pairs = value.object?.members.compactMap { member in member.value.string.map { (member.name, $0) } }
            return pairs?.count == value.object?.count ? pairs : nil
        }
    }

    /// The objects of a list.
    func objects(_ name: String, knowing names: [String]) throws -> [ConfigObject] {
        let values = try member(name, "a list of objects", \.array) ?? []
        return try values.enumerated().map { index, value in
            try ConfigObject(value, at: "\(place(of: name))[\(index)]", folder: folder, knowing: names)
        }
    }

    /// A member of any type, if it is there.
    func value(_ name: String) -> JSONValue? { members[name] }

    /// What the member `…Env` or `…File` leads to: a secret is named, and never written into the file.
    func secret(_ name: String) throws -> Secret<String>? {
        let (variable, file) = (try text(name + "Env"), try text(name + "File"))
        if variable != nil, file != nil { throw refusal(name + "File", "there is \(name)Env already") }
        if let variable {
            guard let value = SystemEnvironment.variable(variable) else {
                throw refusal(name + "Env", "\(variable.printable) is not set in the environment")
            }
            return Secret(value)
        }
        guard let content = try content(ofFile: name + "File") else { return nil }
        let line = content.prefix { !$0.isNewline }
        guard !line.isEmpty else { throw refusal(name + "File", "the file's first line is empty") }
        return Secret(String(line))
    }

    /// The text of the file that a member names.
    func content(ofFile name: String) throws -> String? {
        guard let path = try text(name) else { return nil }
        do {
            return try SystemEnvironment.text(ofFile: self.path(path))
        } catch let failure as CommandFailure {
            throw refusal(name, failure.reason)
        }
    }

    /// A path as seen from the folder of the configuration file.
    func path(_ path: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    private func member<Value>(
        _ name: String,
        _ expected: String,
        _ read: (JSONValue) -> Value?
    ) throws -> Value? {
        guard let value = members[name] else { return nil }
        guard let read = read(value) else { throw refusal(name, "expected \(expected)") }
        return read
    }
}
