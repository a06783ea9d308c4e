extension String {
    /// The text without what a terminal would obey rather than show: others wrote it.
    var printable: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(Self.isShown(scalar) ? scalar : "\u{FFFD}") }
        return String(scalars)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
