import GRDB
import Store

extension OwnerJournal {
  /// Changes posts: on the machine itself all or none. For a device, so that nobody else waits, all are
  /// checked first and then changed in short transactions; those are left as they are that somebody else has
  /// trashed, restored or deleted by then.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - makesRoom: whether it is done on a full disk too.
  ///   - check: throws where a post must not be changed; gives what `work` needs of it.
  ///   - work: changes a post.
  /// - Returns: what `work` returns, in this order.
  /// - Throws: ``JournalError``, and what `check` and `work` throw; then none has changed, unless the disk is
  ///   full for a device.
  func change<Checked, Result>(
    _ numbers: [Int], makingRoom makesRoom: Bool = false,
    checking check: (PostRows, Int) throws -> Checked,
    _ work: (PostRows, Checked) throws -> Result
  ) throws -> [Result] {
    guard isAskedForByDevice, numbers.count > 1 else {
      func changeAll(_ db: Database) throws -> [Result] {
        let rows = PostRows(of: self, db)
        return try numbers.map { try work(rows, check(rows, $0)) }
      }
      return try makesRoom ? writeMakingRoom(changeAll) : write(changeAll)
    }
    try read { db in
      let rows = PostRows(of: self, db)
      for number in numbers { _ = try check(rows, number) }
    }
    return try changeInPieces(numbers, makingRoom: makesRoom) { rows, number -> Result? in
      let checked: Checked
      do {
        checked = try check(rows, number)
      } catch JournalError.unknownPost, JournalError.postInTrash, JournalError.postNotInTrash {
        return nil
      }
      return try work(rows, checked)
    }.compactMap(\.self)
  }

  /// Works on posts in short transactions.
  func changeInPieces<Result>(
    _ numbers: [Int], makingRoom makesRoom: Bool = false, _ work: (PostRows, Int) throws -> Result
  ) throws -> [Result] {
    try WritePieces.all(of: numbers) { numbers in
      func changeSome(_ db: Database) throws -> [Result] {
        let rows = PostRows(of: self, db)
        return try WritePieces.work(on: numbers) { try work(rows, $0) }
      }
      return try makesRoom ? writeMakingRoom(changeSome) : write(changeSome)
    }
  }
}
