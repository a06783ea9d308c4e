/// Lets other tasks run until something has come about that they bring about.
///
/// No clock is asked, so a busy machine only makes it take longer; a suite's time limit ends what never comes.
package func until(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async {
    while !(await condition()) { await Task.yield() }
}

/// Lets other tasks go first, so many times.
package func stepAside(_ times: Int) async {
    for _ in 0..<times { await Task.yield() }
}
