/// A signal that asks the process to end.
public enum ShutdownSignal: Sendable, Hashable {
    /// SIGTERM: the service manager's wish.
    case terminate
    /// SIGINT: Control-C at the terminal.
    case interrupt
}
