#if os(Linux) || os(macOS)
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HearthCore

/// The browser that the user has chosen.
enum SystemBrowser {
    #if os(macOS)
    private static let program = "open"
    #else
    private static let program = "xdg-open"
    #endif

    /// Opens a page, without waiting for the browser.
    ///
    /// - Throws: ``AuthError`` if there is no way to open one, or if the address is none of the web: the program would
    ///   open anything.
    static func open(_ url: String) throws(AuthError) {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw AuthError(.webInternalError, "the page is none of the web")
        }
        guard let process = spawn(url) else {
            throw AuthError(.webInternalError, "\(program) cannot be run")
        }
        _ = SystemThread(isBackground: true) {
            var status: CInt = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    /// Has the program open a page, and say nothing.
    private static func spawn(_ url: String) -> pid_t? {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var process = pid_t()
        let status = unsafe withWords([program, url]) { arguments in
            unsafe withWords(environment) { environment in
                unsafe posix_spawnp(&process, program, &actions, nil, arguments, environment)
            }
        }
        return status == 0 ? process : nil
    }

    private static func withWords<Result>(
        _ words: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies + [nil])
    }
}
#endif
