import Foundation

/// Where lines are shown: at once, also to a program that reads them.
enum Terminal {
    static func show(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
