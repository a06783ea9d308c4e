/// Lets other tasks run until something has come about that they bring about.
///
/// No clock is asked, so a busy machine only makes it take longer. A suite's time limit, which cancels the task, ends the
/// wait for what never comes.
package func until(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async {
    while !Task.isCancelled, !(await condition()) { await Task.yield() }
}

/// Lets other tasks go first, so many times.
package func stepAside(_ times: Int) async {
    for _ in 0..<times { await Task.yield() }
}
