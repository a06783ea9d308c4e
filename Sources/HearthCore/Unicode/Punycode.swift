/// Unicode text as ASCII letters, digits and hyphens ([RFC 3492](https://www.rfc-editor.org/rfc/rfc3492)).
enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26

    /// Writes scalars: those of ASCII first, then where the others go.
    static func encode(_ scalars: [UInt32]) -> [UInt8] {
        var output = scalars.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var done = basicCount
        var (current, delta, bias) = (0x80, 0, 72)
        while done < scalars.count {
            let next = scalars.lazy.map(Int.init).filter { $0 >= current }.min() ?? current
            delta += (next - current) * (done + 1)
            current = next
            for scalar in scalars {
                if scalar < current { delta += 1 }
                guard scalar == current else { continue }
                write(delta, bias: bias, to: &output)
                bias = adapt(delta, count: done + 1, isFirst: done == basicCount)
                delta = 0
                done += 1
            }
            delta += 1
            current += 1
        }
        return output
    }

    /// Reads what ``encode(_:)`` writes; `nil` if it is anything else.
    static func decode(_ bytes: some Collection<UInt8>) -> [UInt32]? {
        let bytes = Array(bytes)
        // The last hyphen ends the scalars of ASCII.
        let basicCount = bytes.lastIndex(of: UInt8(ascii: "-")) ?? 0
        var output = bytes[..<basicCount].map(UInt32.init)
        guard output.allSatisfy({ $0 < 0x80 }) else { return nil }
        var input = bytes[(basicCount > 0 ? basicCount + 1 : 0)...]
        var (current, index, bias) = (0x80, 0, 72)
        while !input.isEmpty {
            let before = index
            guard let delta = read(from: &input, bias: bias) else { return nil }
            index += delta
            let count = output.count + 1
            bias = adapt(index - before, count: count, isFirst: before == 0)
            current += index / count
            index %= count
            guard let scalar = UInt32(exactly: current), Unicode.Scalar(scalar) != nil else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    private static func write(_ delta: Int, bias: Int, to output: inout [UInt8]) {
        var rest = delta
        var position = base
        while true {
            let threshold = min(max(position - bias, tMin), tMax)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func read(from input: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var (delta, weight, position) = (0, 1, base)
        while let byte = input.popFirst() {
            guard let digit = value(of: byte) else { return nil }
            delta += digit * weight
            // No scalar of a label is further away; and nothing can overflow.
            guard delta < 1 << 40 else { return nil }
            let threshold = min(max(position - bias, tMin), tMax)
            if digit < threshold { return delta }
            weight *= base - threshold
            guard weight < 1 << 40 else { return nil }
            position += base
        }
        return nil
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            bias += base
        }
        return bias + (base - tMin + 1) * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 0x61
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 0x30 + 26
        default: nil
        }
    }
}
