/// The numbers of a table: digits of five bits, the lowest first; a sixth bit says that another digit follows.
private struct UnicodeNumbers {
    private var digits: String.UTF8View.Iterator

    init(_ table: String) {
        digits = table.utf8.makeIterator()
    }

    mutating func next() -> Int? {
        var value = 0
        var shift = 0
        while let byte = digits.next() {
            // The ends of lines are no digits.
            guard let digit = Self.value(of: byte) else { continue }
            value |= (digit & 31) << shift
            if digit < 32 { return value }
            shift += 5
        }
        return nil
    }

    /// A number with its sign in the lowest bit.
    mutating func nextSigned() -> Int? {
        next().map { $0 & 1 == 0 ? $0 >> 1 : -(($0 + 1) >> 1) }
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 97 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 48 + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

/// Sorted runs of scalars, found by bisection.
private struct ScalarRuns: Sendable {
    private var starts: [Int] = []

    mutating func append(_ start: Int) {
        starts.append(start)
    }

    /// The last run that begins at the scalar or before it.
    func index(before scalar: UInt32) -> Int? {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= Int(scalar) { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    func start(_ index: Int) -> Int { starts[index] }
}

/// A small number for each scalar, zero for most.
struct ScalarValues: Sendable {
    private var runs = ScalarRuns()
    private var lasts: [Int] = []
    private var values: [UInt8] = []

    init(_ table: String) {
        var numbers = UnicodeNumbers(table)
        var end = 0
        while let gap = numbers.next(), let length = numbers.next(), let value = numbers.next() {
            runs.append(end + gap)
            lasts.append(end + gap + length)
            values.append(UInt8(truncatingIfNeeded: value))
            end += gap + length + 1
        }
    }

    subscript(scalar: UInt32) -> UInt8 {
        guard let index = runs.index(before: scalar), Int(scalar) <= lasts[index] else { return 0 }
        return values[index]
    }
}

/// Another scalar for some scalars.
struct ScalarMapping: Sendable {
    private var runs = ScalarRuns()
    private var counts: [Int] = []
    private var steps: [Int] = []
    private var offsets: [Int] = []

    init(_ table: String) {
        var numbers = UnicodeNumbers(table)
        var end = 0
        while let gap = numbers.next(), let count = numbers.next(), let offset = numbers.nextSigned() {
            let start = end + gap
            runs.append(start)
            counts.append(count >> 1)
            steps.append((count & 1) + 1)
            offsets.append(offset)
            end = start + ((count >> 1) - 1) * ((count & 1) + 1) + 1
        }
    }

    /// The other scalar, or the same one.
    subscript(scalar: UInt32) -> UInt32 {
        guard let index = runs.index(before: scalar) else { return scalar }
        let distance = Int(scalar) - runs.start(index)
        guard distance % steps[index] == 0, distance / steps[index] < counts[index] else { return scalar }
        return UInt32(truncatingIfNeeded: Int(scalar) + offsets[index])
    }
}

/// What a scalar is made of, and what two scalars make.
struct Decompositions: Sendable {
    private var runs = ScalarRuns()
    private var parts: [(first: UInt32, second: UInt32?)] = []
    private var composites: [UInt64: UInt32] = [:]

    init(_ table: String) {
        var numbers = UnicodeNumbers(table)
        var scalar = 0
        while let gap = numbers.next(), let distance = numbers.nextSigned() {
            scalar += gap
            let code = scalar * 3 + distance
            let first = UInt32(truncatingIfNeeded: code / 3)
            let second = code % 3 == 0 ? nil : numbers.next().map { UInt32(truncatingIfNeeded: $0) }
            runs.append(scalar)
            parts.append((first, second))
            if code % 3 == 2, let second {
                composites[Self.key(first, second)] = UInt32(truncatingIfNeeded: scalar)
            }
        }
    }

    /// One step of a scalar's canonical decomposition.
    subscript(scalar: UInt32) -> (first: UInt32, second: UInt32?)? {
        guard let index = runs.index(before: scalar), runs.start(index) == Int(scalar) else { return nil }
        return parts[index]
    }

    /// The scalar that two others compose to.
    func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
        composites[Self.key(first, second)]
    }

    private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
        UInt64(first) << 32 | UInt64(second)
    }
}
