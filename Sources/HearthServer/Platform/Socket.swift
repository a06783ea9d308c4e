internal import CLinux

/// The socket of one connection, which its ``Connection`` closes exactly once.
struct Socket: Sendable {
    let descriptor: Int32

    /// What came of a read or a write.
    enum Outcome: Sendable, Hashable {
        /// So many bytes; none from a read means that the peer sends no more.
        case done(Int)
        /// Not now: the poller will tell.
        case wouldBlock
        /// The connection is broken.
        case broken
    }

    /// Reads what is there.
    func receive(into buffer: inout [UInt8]) -> Outcome {
        unsafe buffer.withUnsafeMutableBytes { unsafe outcome(clinux_receive(descriptor, $0.baseAddress, $0.count)) }
    }

    /// Writes as much as the system takes.
    func send(_ bytes: [UInt8], from offset: Int) -> Outcome {
        unsafe bytes.withUnsafeBytes { all in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: all.dropFirst(offset))
            return unsafe outcome(clinux_send(descriptor, rest.baseAddress, rest.count))
        }
    }

    /// Tells the peer that nothing more will come.
    func finishWriting() {
        clinux_shutdown_write(descriptor)
    }

    /// Closes in order, or with a reset when what was sent must not be taken for the whole.
    func close(reset: Bool = false) {
        if reset { clinux_abort(descriptor) } else { clinux_close(descriptor) }
    }

    private func outcome(_ result: Int) -> Outcome {
        if result >= 0 { return .done(result) }
        return clinux_error_kind(Int32(clamping: result)) == CLINUX_WOULD_BLOCK ? .wouldBlock : .broken
    }
}
