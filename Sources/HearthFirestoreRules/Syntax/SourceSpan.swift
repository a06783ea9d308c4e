/// A piece of a rules source.
///
/// Everything counts Unicode scalars.
public struct SourceSpan: Sendable, Hashable {
    /// The line of the first scalar, from 1.
    public let line: Int
    /// The column of the first scalar, from 1.
    public let column: Int
    /// The offset of the first scalar, from 0.
    public let offset: Int
    /// The offset of the last scalar, which belongs to the piece.
    public let endOffset: Int

    /// The piece from the start of this one to the end of another one.
    func through(_ end: SourceSpan) -> SourceSpan {
        through(end.endOffset)
    }

    func through(_ endOffset: Int) -> SourceSpan {
        SourceSpan(line: line, column: column, offset: offset, endOffset: max(offset, endOffset))
    }
}
