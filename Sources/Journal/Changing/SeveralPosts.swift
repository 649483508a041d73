import GRDB
import Store

extension Posts {
  /// Changes several posts alike, all or none.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - change: what is to be different: no time and no zone, which would have photos stamped again.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the posts as they are now, in this order.
  /// - Throws: ``JournalError``; then nothing has changed.
  package func edit(_ numbers: [Int], _ change: PostChange, now: Int) throws -> [Post] {
    try journal.write { db in
      let rows = PostRows(of: journal, db)
      return try numbers.map { number in
        try rows.apply(change.withoutTime, to: rows.livePost(number), now: now)
      }
    }
  }
}
