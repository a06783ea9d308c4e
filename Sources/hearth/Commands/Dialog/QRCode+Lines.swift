internal import HearthModels

extension QRCode {
    /// The picture as text, two modules in a character, with the light margin that it needs.
    ///
    /// - Parameter width: How many characters a line may have.
    /// - Returns: The lines, the light modules drawn; `nil` if they would be too wide.
    func lines(width: Int) -> [String]? {
        let margin = 4
        guard size + 2 * margin <= width else { return nil }
        return stride(from: -margin, to: size + margin, by: 2).map { y in
            String(
                (-margin..<(size + margin)).map { x -> Character in
                    switch (isDark(x: x, y: y), isDark(x: x, y: y + 1)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                }
            )
        }
    }
}
