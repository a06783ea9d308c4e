extension QRMatrix {
    /// How hard the square is to read: the mask with the least is taken.
    var penalty: Int {
        let rows = (0..<size).map { y in (0..<size).map { modules[y * size + $0] } }
        let columns = (0..<size).map { x in (0..<size).map { modules[$0 * size + x] } }
        return (rows + columns).reduce(0) { $0 + Self.runs($1) + Self.findersAlike($1) } + blocks + imbalance
    }

    /// Five modules of one colour in a line, and every one more.
    private static func runs(_ line: [Bool]) -> Int {
        var penalty = 0
        var length = 0
        for (index, module) in line.enumerated() {
            length = index > 0 && module == line[index - 1] ? length + 1 : 1
            if length == 5 { penalty += 3 }
            if length > 5 { penalty += 1 }
        }
        return penalty
    }

    /// What looks like the pattern in the corners, with four light modules before or after it.
    private static func findersAlike(_ line: [Bool]) -> Int {
        var window = 0
        var penalty = 0
        for (index, module) in line.enumerated() {
            window = (window << 1 | (module ? 1 : 0)) & 0b111_1111_1111
            if index >= 10, window == 0b101_1101_0000 || window == 0b000_0101_1101 { penalty += 40 }
        }
        return penalty
    }

    /// Squares of two by two of one colour.
    private var blocks: Int {
        var penalty = 0
        for y in 1..<size {
            for x in 1..<size {
                let module = modules[y * size + x]
                if module == modules[y * size + x - 1], module == modules[(y - 1) * size + x],
                    module == modules[(y - 1) * size + x - 1]
                {
                    penalty += 3
                }
            }
        }
        return penalty
    }

    /// More of one colour than of the other, in steps of five per cent.
    private var imbalance: Int {
        let dark = modules.count(where: \.self)
        return abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
