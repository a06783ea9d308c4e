/// The smallest piece of a rules source that has a meaning.
struct Token: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case name(String)
        case integer(Int64)
        case float(Double)
        case string(String)
        case bytes([UInt8])
        case symbol(String)
        /// Scalars that are no token; the text says why.
        case invalid(String)
        case end
    }

    let kind: Kind
    let span: SourceSpan

    func isName(_ name: String) -> Bool {
        if case .name(let found) = kind { found == name } else { false }
    }

    func isSymbol(_ symbol: String) -> Bool {
        if case .symbol(let found) = kind { found == symbol } else { false }
    }
}
