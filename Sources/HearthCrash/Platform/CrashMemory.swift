internal import CCrash
internal import HearthCore
internal import HearthCrashWire

/// The file that outlives the process: what the app wrote down, and what the handler notes of a crash.
///
/// The address is used under a lock by the writers, and by the handler of signals, which reads nothing of Swift.
final class CrashMemory: Sendable {
    /// The longest text of a breadcrumb, a key and a user, in bytes.
    static let breadcrumbText = Int(CCRASH_BREADCRUMB_TEXT)
    static let keyText = Int(CCRASH_KEY_TEXT)

    private struct Writer {
        var slots: [String: UInt32] = [:]
    }

    private let pointer: SharedPointer
    private let writer = Locked(Writer())

    /// Creates the file.
    ///
    /// - Throws: ``CrashError``.
    init(path: String) throws(CrashError) {
        var problem: Int32 = 0
        guard let memory = unsafe ccrash_open(path, &problem) else {
            throw CrashError(.storage, "\(path): error \(problem) of the system")
        }
        pointer = unsafe SharedPointer(UnsafeMutableRawPointer(memory))
    }

    private func memory() -> UnsafeMutablePointer<ccrash_memory>? {
        unsafe pointer.address?.assumingMemoryBound(to: ccrash_memory.self)
    }

    /// Watches the process for fatal signals.
    ///
    /// The file stays mapped until the end of the process from here on.
    ///
    /// - Throws: ``CrashError``.
    func watch(capturingStandardError captures: Bool) throws(CrashError) {
        let problem = unsafe ccrash_install(memory())
        guard problem == 0 else { throw CrashError(.handler, "error \(problem) of the system") }
        if captures {
            let problem = unsafe ccrash_capture_standard_error(memory())
            guard problem == 0 else { throw CrashError(.handler, "standard error: error \(problem) of the system") }
        }
    }

    func addBreadcrumb(_ text: [UInt8], at time: UnixTime) {
        writer.withLock { _ in
            unsafe text.withUnsafeBytes { bytes in
                unsafe ccrash_add_breadcrumb(memory(), time.milliseconds, bytes.baseAddress, UInt32(bytes.count))
            }
        }
    }

    func append(log text: [UInt8]) {
        writer.withLock { _ in
            unsafe text.withUnsafeBytes { bytes in
                unsafe ccrash_append_log(memory(), bytes.baseAddress, UInt32(bytes.count))
            }
        }
    }

    /// Sets a key, or removes it.
    ///
    /// - Returns: Whether there was room.
    func set(_ value: CrashValue?, forKey name: String) -> Bool {
        let nameBytes = Array(name.utf8.prefix(Self.keyText))
        let valueBytes = Array((value?.text ?? "").utf8.prefix(Self.keyText))
        return writer.withLock { writer in
            if writer.slots[name] == nil {
                if value == nil { return true }
                let used = Set(writer.slots.values)
                guard let free = (0..<UInt32(CCRASH_KEYS)).first(where: { !used.contains($0) }) else { return false }
                writer.slots[name] = free
            }
            guard let slot = writer.slots[name] else { return false }
            unsafe nameBytes.withUnsafeBytes { name in
                unsafe valueBytes.withUnsafeBytes { text in
                    unsafe ccrash_set_key(
                        memory(),
                        slot,
                        name.baseAddress,
                        UInt32(name.count),
                        text.baseAddress,
                        UInt32(text.count),
                        value?.kindNumber ?? 0
                    )
                }
            }
            if value == nil { writer.slots[name] = nil }
            return true
        }
    }

    func setUser(_ user: String?) {
        let bytes = Array((user ?? "").utf8.prefix(Self.keyText))
        writer.withLock { _ in
            unsafe bytes.withUnsafeBytes { unsafe ccrash_set_user(memory(), $0.baseAddress, UInt32($0.count)) }
        }
    }

    /// A copy of what is in the file now.
    func snapshot() -> [UInt8] {
        writer.withLock { _ in
            guard let memory = unsafe memory() else { return [] }
            return unsafe Array(UnsafeRawBufferPointer(start: memory, count: MemoryLayout<ccrash_memory>.size))
        }
    }

    /// Notes that the session ends as it should.
    func markEnded() {
        writer.withLock { _ in unsafe ccrash_mark_ended(memory()) }
    }

    /// Whether standard error is a terminal.
    static var standardErrorIsTerminal: Bool { ccrash_standard_error_is_terminal() != 0 }

    /// Gives the calling thread a stack for handlers.
    static func protectCurrentThread() -> Bool { ccrash_protect_thread() == 0 }
}

extension CrashValue {
    /// The number of the kind in the file.
    fileprivate var kindNumber: UInt32 {
        switch self {
        case .string: 1
        case .int: 2
        case .double: 3
        case .bool: 4
        }
    }
}
