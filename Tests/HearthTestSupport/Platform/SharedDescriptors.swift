#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Holds what this process has open a second time, as a child does between its start and its own program.
package struct SharedDescriptors: Sendable {
    private let copies: [Int32]

    /// How many there are.
    package var count: Int { copies.count }

    /// Duplicates every descriptor of a file.
    ///
    /// - Parameter path: The file.
    package init(of path: String) {
        var sought = stat()
        guard unsafe stat(path, &sought) == 0 else {
            self.init([])
            return
        }
        let originals = (0..<Int32(1024)).filter { descriptor in
            var found = stat()
            guard unsafe fstat(descriptor, &found) == 0 else { return false }
            return found.st_dev == sought.st_dev && found.st_ino == sought.st_ino
        }
        self.init(originals)
    }

    /// Duplicates descriptors.
    package init(_ originals: [Int32]) {
        copies = originals.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    }

    /// Closes them, as the start of the child's program does.
    package func close() {
        for copy in copies { systemClose(copy) }
    }
}

// Inside the type its own method hides the system's function of the same name.
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
