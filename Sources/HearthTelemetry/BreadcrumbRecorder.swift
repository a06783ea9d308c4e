/// Keeps the latest events of an app, so that a crash report can tell what happened before.
///
/// `CrashReporter` is one; pass it to `Analytics`, and every event becomes a breadcrumb.
public protocol BreadcrumbRecorder: Sendable {
    /// Keeps an event, and forgets the oldest one if there is no room.
    ///
    /// Called on the thread that logs the event: it takes less than a microsecond and never fails.
    ///
    /// - Parameters:
    ///   - name: The name of the event.
    ///   - fields: What is known about it, in order.
    func addBreadcrumb(_ name: String, _ fields: [(name: String, value: String)])
}
