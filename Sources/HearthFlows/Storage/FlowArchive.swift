internal import HearthCore
internal import HearthJSON

/// Every workflow that is kept, as one document; the storage seals it.
struct FlowArchive: Codable, Sendable {
    static let currentFormat = 1

    struct Entry: Codable, Sendable {
        var version: Int
        var owner: String?
        var expiresAt: UnixTime
        var state: Secret<JSONValue>
    }

    var format = currentFormat
    var flows: [String: Entry] = [:]

    private struct Header: Decodable {
        var format: Int
    }

    /// The archive in some bytes, or why there is none to be read.
    static func decode(_ bytes: Secret<[UInt8]>) -> Result<FlowArchive, Unreadable> {
        guard let document = try? JSON.parse(bytes.reveal()), let header = try? JSON.decode(Header.self, from: document)
        else { return .failure(.undecodable) }
        guard header.format == currentFormat else { return .failure(.unknownVersion) }
        guard let archive = try? JSON.decode(FlowArchive.self, from: document) else { return .failure(.undecodable) }
        return .success(archive)
    }

    func encode() -> Secret<[UInt8]>? {
        (try? JSON.encode(self)).map { Secret($0) }
    }

    enum Unreadable: Error {
        case undecodable
        case unknownVersion
    }
}

extension FlowArchive.Entry {
    /// A record, ready to be sealed.
    init?<Kept: Codable>(_ record: FlowRecord<Kept>, version: Int) {
        guard let state = try? JSON.value(of: record.kept) else { return nil }
        self.init(version: version, owner: record.owner, expiresAt: record.expiresAt, state: Secret(state))
    }
}
