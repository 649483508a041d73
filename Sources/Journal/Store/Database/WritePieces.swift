import Glibc

/// Splits a large write into many short transactions, so that other writers wait for only one of
/// them.
package struct WritePieces {
  /// What a transaction may weigh; how much that is shows in the time that the last one took.
  private var limit: Int
  private let limits: ClosedRange<Int>
  private var weight = 0

  /// How long a transaction is to take: well below the 100 ms that nobody may be kept waiting, since one in
  /// which the index of a search is put in order takes several times as long as most.
  private static let goal = Duration.milliseconds(20)
  /// A gap between two transactions, for other processes that poll for the write lock.
  private static let pause: useconds_t = 5_000

  /// - Parameter limits: what a transaction weighs at least and at most.
  package init(_ limits: ClosedRange<Int>) { (limit, self.limits) = (limits.lowerBound, limits) }

  /// The most that the next transaction may weigh.
  package var next: Int { limit }

  /// Adds to the next transaction.
  ///
  /// - Returns: whether that is enough for a transaction.
  package mutating func add(_ weight: Int) -> Bool {
    self.weight += weight
    return self.weight >= limit
  }

  /// Writes a piece, and waits a little.
  package mutating func write<Result>(_ work: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try work()
    let share = (ContinuousClock.now - start) / Self.goal
    let fitting = Double(limit) / max(share, 0.5)
    limit = min(max(Int(fitting), limits.lowerBound), limits.upperBound)
    weight = 0
    usleep(Self.pause)
    return result
  }

  /// Writes pieces until none is left.
  ///
  /// - Parameter work: writes a piece that weighs so much at most, and says whether that was the last one.
  package mutating func writeAll(_ work: (_ limit: Int) throws -> Bool) rethrows {
    var isOver = false
    while !isOver {
      let limit = next
      isOver = try write { try work(limit) }
    }
  }

  /// Works on elements in as many transactions as that takes.
  ///
  /// - Parameters:
  ///   - elements: what is worked on.
  ///   - write: works in a transaction on some of those that are left, from the first on, as
  ///     ``work(on:atMost:_:)`` does.
  /// - Returns: what came of each.
  /// - Throws: what `write` throws; where that is of a full disk and some were done before,
  ///   ``JournalError/roomUsedUp``.
  package static func all<Element, Result>(
    of elements: [Element], _ write: (ArraySlice<Element>) throws -> [Result]
  ) throws -> [Result] {
    var (results, rest) = ([Result](), elements[...])
    do {
      while !rest.isEmpty {
        if !results.isEmpty { usleep(pause) }
        let piece = try write(rest)
        results += piece
        rest.removeFirst(piece.count)
      }
    } catch  where error.isDiskFull && !results.isEmpty {
      throw JournalError.roomUsedUp
    }
    return results
  }

  /// Works on one element after the other for as long as a transaction may take, at least on the first.
  ///
  /// - Parameters:
  ///   - elements: what is worked on.
  ///   - count: on how many at most.
  ///   - isShort: whether the time ends it.
  ///   - work: works on one.
  /// - Returns: what came of as many as there was time for.
  package static func work<Element, Result>(
    on elements: ArraySlice<Element>, atMost count: Int = .max, isShort: Bool = true,
    _ work: (Element) throws -> Result
  ) rethrows -> [Result] {
    let watch = Stopwatch()
    var results: [Result] = []
    for element in elements.prefix(count) {
      results.append(try work(element))
      if isShort, watch.isOver { break }
    }
    return results
  }

  /// Ends a transaction by the work of its thread: on a busy machine most of the time is that of others, and short
  /// transactions would do hardly anything between their ends, which take time too.
  private struct Stopwatch {
    private let start = ContinuousClock.now
    private let worked = Self.threadTime

    /// The most time, with that of others.
    private static let most = goal * 3

    var isOver: Bool {
      let time = ContinuousClock.now - start
      return time >= goal && (time >= Self.most || Self.threadTime - worked >= goal)
    }

    private static var threadTime: Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }
}
