#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import Observation

/// Keeps the choice of an appearance in a small file.
@MainActor @Observable
public final class FileThemeStore: ThemeStore {
    private let path: String

    /// What is kept, read from the file once, when the store is made.
    public var storedMode: String? {
        didSet { if storedMode != oldValue { write() } }
    }

    /// Whether the last choice reached the file: if not, it lasts as long as the process.
    public private(set) var isKept = true

    /// Opens a store.
    ///
    /// - Parameter path: The file. It and its directory are made when there is something to keep.
    public init(path: String) {
        self.path = path
        storedMode = (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
    }

    private func write() {
        let file = URL(filePath: path)
        do {
            guard let storedMode else {
                try FileManager.default.removeItem(at: file)
                return
            }
            let directory = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(storedMode.utf8).write(to: file, options: .atomic)
            isKept = true
        } catch {
            isKept = false
        }
    }
}
