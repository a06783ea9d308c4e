/// The name of a transaction, as clients send it.
package struct TransactionID: Sendable, Hashable {
    /// The bytes.
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
