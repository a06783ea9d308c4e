/// An archive that Foundation's `NSKeyedArchiver` made, read without its classes.
struct KeyedArchive: Sendable {
    /// An object of the archive, with what it was encoded with.
    struct Entry: Sendable {
        fileprivate let archive: KeyedArchive
        fileprivate let object: BinaryPropertyList.Object

        /// What was encoded for a key; `nil` for nothing.
        subscript(key: String) -> Entry? {
            archive.members(object)[key].flatMap(archive.entry)
        }

        /// A text.
        var string: String? {
            if case .string(let text) = object { return text == "$null" ? nil : text }
            // One that can change has an object of its own.
            return self["NS.string"]?.string
        }

        /// Whether something is so.
        var bool: Bool? {
            switch object {
            case .bool(let truth): truth
            case .integer(let number): number != 0
            default: nil
            }
        }

        /// A moment in milliseconds since 1970.
        var moment: Int64? {
            let seconds: Double? =
                switch self["NS.time"]?.object {
                case .real(let time): time
                case .integer(let time): Double(time)
                default: nil
                }
            // Foundation counts from the beginning of 2001.
            return seconds.flatMap { Int64(exactly: (($0 + 978_307_200) * 1000).rounded()) }
        }

        /// The text of an address, without what it may be relative to.
        var address: String? { self["NS.relative"]?.string }

        /// The elements of an array, or the values of a dictionary.
        var elements: [Entry] {
            guard let list = archive.members(object)["NS.objects"], case .array(let numbers) = archive.list.object(list)
            else { return [] }
            return numbers.compactMap(archive.entry)
        }
    }

    private let list: BinaryPropertyList
    private let objects: [Int]
    private let top: BinaryPropertyList.Object

    /// Reads an archive; `nil` if the bytes are none.
    init?(_ bytes: [UInt8]) {
        guard let list = BinaryPropertyList(bytes), let root = list.object(list.root) else { return nil }
        let members = Self.members(root, in: list)
        guard let archiver = members["$archiver"], list.object(archiver) == .string("NSKeyedArchiver"),
            let objects = members["$objects"], case .array(let numbers) = list.object(objects),
            let top = members["$top"].flatMap(list.object)
        else { return nil }
        self.list = list
        self.objects = numbers
        self.top = top
    }

    /// The objects that the archive was made of.
    var roots: [Entry] { members(top).values.compactMap(entry) }

    private func members(_ object: BinaryPropertyList.Object) -> [String: Int] {
        Self.members(object, in: list)
    }

    private static func members(_ object: BinaryPropertyList.Object, in list: BinaryPropertyList) -> [String: Int] {
        guard case .dictionary(let keys, let values) = object else { return [:] }
        return zip(keys, values).reduce(into: [:]) { members, pair in
            if case .string(let key) = list.object(pair.0) { members[key] = pair.1 }
        }
    }

    /// What a number of the list stands for: a value, or another object of the archive.
    private func entry(_ number: Int) -> Entry? {
        guard let object = list.object(number) else { return nil }
        guard case .uid(let index) = object else { return Entry(archive: self, object: object) }
        guard objects.indices.contains(index), let referred = list.object(objects[index]) else { return nil }
        if case .uid = referred { return nil }
        return referred == .string("$null") ? nil : Entry(archive: self, object: referred)
    }
}
