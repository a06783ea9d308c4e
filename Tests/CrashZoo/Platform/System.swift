#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

enum System {
    static func print(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = unsafe write(STDOUT_FILENO, line, line.count)
    }

    @inline(__always) static func abort() {
        #if canImport(Glibc)
        Glibc.abort()  // DIES: abort
        #elseif canImport(Musl)
        Musl.abort()
        #else
        Darwin.abort()
        #endif
    }

    static func raise(_ number: Int32) {
        #if canImport(Glibc)
        _ = Glibc.raise(number)
        #elseif canImport(Musl)
        _ = Musl.raise(number)
        #else
        _ = Darwin.raise(number)
        #endif
    }

    static func kill() {
        raise(SIGKILL)
    }

    static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }
}
