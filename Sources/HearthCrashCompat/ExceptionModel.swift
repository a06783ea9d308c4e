internal import HearthCrashWire

/// An exception of another runtime.
public final class ExceptionModel {
    /// The exception's name.
    public let name: String
    /// What it says.
    public let reason: String
    /// Where it was thrown, the innermost frame first.
    public var stackTrace: [StackFrame] = []

    /// Describes an exception.
    ///
    /// - Parameters:
    ///   - name: The exception's name.
    ///   - reason: What it says.
    public init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}

/// A frame of another runtime.
public final class StackFrame {
    let frame: CrashReport.Frame

    /// Describes a frame by its names.
    ///
    /// - Parameters:
    ///   - symbol: The function.
    ///   - file: The source file.
    ///   - line: The line in it.
    public init(symbol: String, file: String, line: Int) {
        var frame = CrashReport.Frame(kind: "return", address: "0x0")
        frame.symbol = symbol
        frame.file = file
        frame.line = line
        frame.inApp = true
        self.frame = frame
    }

    /// Describes a frame by its address.
    ///
    /// - Parameter address: The return address.
    public init(address: UInt) {
        frame = CrashReport.Frame(kind: "return", address: "0x" + String(address, radix: 16))
    }
}
