internal import HearthCore

/// A queue that one thread may wait for, without a task.
struct Mailbox<Element: Sendable>: Sendable {
    private struct Content: Sendable {
        var elements: [Element] = []
        var isClosed = false
    }

    private let content = Monitor(Content())

    /// Appends an element and wakes the thread that waits.
    ///
    /// - Parameter element: The element.
    /// - Returns: Whether it was taken; `false` after ``close()``.
    func append(_ element: Element) -> Bool {
        content.withLock { content, wakesOne in
            guard !content.isClosed else { return false }
            content.elements.append(element)
            wakesOne = true
            return true
        }
    }

    /// Waits until there is an element, and takes all.
    ///
    /// - Returns: At least one element in the order of arrival, or `nil` when the queue is closed and empty.
    func takeAll() -> [Element]? {
        content.wait { content -> [Element]?? in
            guard !content.elements.isEmpty else { return content.isClosed ? .some(nil) : nil }
            defer { content.elements = [] }
            return content.elements
        }
    }

    /// Refuses further elements; those inside can still be taken.
    func close() {
        content.wakeAll { $0.isClosed = true }
    }
}
