extension Assets {
    /// The modules that have to be there before some can run: those themselves and all that they import at their heads.
    ///
    /// - Parameter names: The modules, for example `pages/users.js`; those that are no files are left out.
    /// - Returns: The names, in the order in which they are met.
    func modules(neededBy names: [String]) -> [String] {
        var found: [String] = []
        var waiting = names
        while !waiting.isEmpty {
            let name = waiting.removeFirst()
            guard let file = files[name], !found.contains(name) else { continue }
            found.append(name)
            waiting += Self.imports(of: file.bytes, in: name.split(separator: "/").dropLast())
        }
        return found
    }

    /// What a module imports before it runs: its first lines, after comments.
    private static func imports(of bytes: [UInt8], in folder: ArraySlice<Substring>) -> [String] {
        var names: [String] = []
        for line in bytes.lazy.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "//".utf8) { continue }
            guard line.starts(with: "import ".utf8) else { break }
            let quoted = line.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
            guard quoted.count == 3 else { continue }
            names.append(resolve(String(decoding: quoted[1], as: UTF8.self), in: folder))
        }
        return names
    }

    /// A relative address as seen from a folder.
    private static func resolve(_ relative: String, in folder: ArraySlice<Substring>) -> String {
        var path = folder
        for segment in relative.split(separator: "/") {
            switch segment {
            case ".": continue
            case "..": path = path.dropLast()
            default: path.append(segment)
            }
        }
        return path.joined(separator: "/")
    }
}
