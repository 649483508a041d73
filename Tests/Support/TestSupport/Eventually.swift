/// Waits until a condition holds, looking a hundred times a second.
///
/// - Throws: ``NeverHeld`` where it does not within the limit, and what the condition throws.
package func eventually(
  within limit: Duration = .seconds(600), _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverHeld(limit: limit) }
    try await Task.sleep(for: .milliseconds(10))
  }
}

/// What a test waited for did not come about in time.
package struct NeverHeld: Error {
  let limit: Duration
}
