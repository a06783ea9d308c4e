import HearthFirestoreModel

/// A map of the rules language, in the order of its keys' UTF-8 bytes.
///
/// The values of a stored document are converted when they are asked for.
struct RulesMap: Sendable {
    typealias Entry = (key: String, value: RulesValue)

    private enum Storage: Sendable {
        case fields(Fields)
        case entries([Entry])
    }

    private let storage: Storage

    init(_ fields: Fields) {
        storage = .fields(fields)
    }

    /// Takes entries whose keys ascend and differ.
    init(ascending entries: [Entry]) {
        storage = .entries(entries)
    }

    /// Sorts entries; of a key that stands twice the last value is kept.
    init(_ entries: [Entry]) {
        var sorted: [Entry] = []
        sorted.reserveCapacity(entries.count)
        let order = entries.enumerated().sorted { left, right in
            switch Comparison(text: left.element.key, right.element.key) {
            case .less: true
            case .greater: false
            case .equal: left.offset < right.offset
            }
        }
        for (_, entry) in order {
            if let last = sorted.last, last.key.hasSameBytes(as: entry.key) { sorted.removeLast() }
            sorted.append(entry)
        }
        storage = .entries(sorted)
    }

    var count: Int {
        switch storage {
        case .fields(let fields): fields.count
        case .entries(let entries): entries.count
        }
    }

    func entry(at index: Int) -> Entry {
        switch storage {
        case .fields(let fields):
            let entry = fields.entries[index]
            return (entry.name, RulesValue(entry.value))
        case .entries(let entries): return entries[index]
        }
    }

    subscript(key: String) -> RulesValue? {
        switch storage {
        case .fields(let fields): return fields[key].map(RulesValue.init)
        case .entries(let entries):
            for entry in entries where entry.key.hasSameBytes(as: key) { return entry.value }
            return nil
        }
    }

    var keys: [String] {
        switch storage {
        case .fields(let fields): fields.names
        case .entries(let entries): entries.map(\.key)
        }
    }

    var values: [RulesValue] {
        (0..<count).map { entry(at: $0).value }
    }

    func contains(where condition: (RulesValue) -> Bool) -> Bool {
        (0..<count).contains { condition(entry(at: $0).value) }
    }
}
