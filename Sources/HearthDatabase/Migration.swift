/// One step of a schema's history.
///
/// Once released, it is never changed: another one is appended.
public struct Migration: Sendable {
    /// Its place in the history, from 1.
    public let number: Int
    /// What it does, in a few words.
    public let name: String
    /// What it runs, in order, in one transaction.
    public let statements: [SQL]
    /// What it does after that in the same transaction, where no statement can say it; `nil` for nothing.
    public let rewriting: Rewriting?

    /// A change of rows that no statement can express.
    public typealias Rewriting = @Sendable (borrowing Connection) throws(DatabaseError) -> Void

    /// Describes a step.
    ///
    /// - Parameters:
    ///   - number: Its place in the history, from 1.
    ///   - name: What it does, in a few words.
    ///   - statements: What it runs, in order, in one transaction.
    ///   - rewriting: What it does after that in the same transaction. Defaults to nothing.
    public init(_ number: Int, _ name: String, _ statements: [SQL], rewriting: Rewriting? = nil) {
        self.number = number
        self.name = name
        self.statements = statements
        self.rewriting = rewriting
    }

    /// A fingerprint of its statements: FNV-1a, which finds accidents and is no defence against intent.
    var checksum: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for statement in statements {
            for byte in "\(statement.text)\0\(statement.values)\0".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return Int64(bitPattern: hash)
    }
}
