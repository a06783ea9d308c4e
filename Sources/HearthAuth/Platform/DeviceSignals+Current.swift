#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
internal import MachO
#endif

extension DeviceSignals {
    /// What can be seen at this moment; a few system calls, no network.
    ///
    /// - Returns: The signals.
    public static func current() -> DeviceSignals {
        var observation = Observation()
        observation.isTraced = isTraced()
        observation.setVariables = suspectVariables.filter { unsafe getenv($0) != nil }
        #if canImport(Darwin) && os(iOS)
        observation.existingFiles = suspectFiles.filter { unsafe access($0, F_OK) == 0 }
        #endif
        #if canImport(Darwin)
        observation.loadedLibraries = (0..<_dyld_image_count()).compactMap { index in
            unsafe _dyld_get_image_name(index).map { unsafe String(cString: $0) }
        }
        #endif
        return DeviceSignals(observation)
    }

    private static func isTraced() -> Bool {
        #if canImport(Darwin)
        var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
        var process = kinfo_proc()
        var size = MemoryLayout<kinfo_proc>.stride
        guard unsafe sysctl(&name, UInt32(name.count), &process, &size, nil, 0) == 0 else { return false }
        return process.kp_proc.p_flag & P_TRACED != 0
        #else
        let content = try? SessionFiles.read("/proc/self/status")
        return content.map { isTraced(status: String(decoding: $0, as: UTF8.self)) } ?? false
        #endif
    }
}
