/// A frame before symbols: how it was found, and its address.
struct RawFrame: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case programCounter
        case returnAddress
        case asyncResumePoint
    }

    let kind: Kind
    let address: UInt64

    /// Puts together what two ways to walk a stack found.
    ///
    /// The unwinder of the C library reads tables and knows every frame, also those without a frame pointer; its list
    /// begins in the handler. The walk along the frame pointers needs no table, and alone finds what async functions
    /// resume.
    ///
    /// - Parameters:
    ///   - walked: The addresses along the frame pointers, the crashed one first.
    ///   - async: The async frames behind them.
    ///   - unwound: The addresses that the unwinder found.
    /// - Returns: The frames, the crashed one first.
    static func merge(walked: [UInt64], async: [UInt64], unwound: [UInt64]) -> [RawFrame] {
        guard let crashed = walked.first else { return [] }
        var addresses = walked
        if let start = unwound.firstIndex(of: crashed), unwound.count - start > 1 {
            addresses = Array(unwound[start...])
            // Behind the frame of an async function stand those of the executor, which called it by chance.
            if !async.isEmpty, let last = walked.last, let end = addresses.lastIndex(of: last) {
                addresses = Array(addresses[...end])
            }
        }
        var frames = [RawFrame(kind: .programCounter, address: crashed)]
        frames += addresses.dropFirst().map { RawFrame(kind: .returnAddress, address: $0) }
        frames += async.map { RawFrame(kind: .asyncResumePoint, address: $0) }
        return Array(frames.prefix(128))
    }
}
