package import Store

extension QuietHours {
  /// When what is for a time of day is told: then, and where it is quiet then, once it is no longer.
  ///
  /// - Parameters:
  ///   - time: the time.
  ///   - start: when days begin.
  /// - Returns: nil where another day has begun by then, on which it is not told.
  package func telling(_ time: TimeOfDay, dayStart start: TimeOfDay) -> TimeOfDay? {
    guard contains(time.seconds) else { return time }
    return until.seconds(from: start) > time.seconds(from: start) ? until : nil
  }
}

extension RuleFacts {
  /// When it comes once more where it was told at its time.
  package struct SecondTime: Sendable, Hashable {
    /// So many minutes after the first.
    package let planned: TimeOfDay
    /// When it is told; nil where that is never, for it is quiet then or another day has begun.
    package let told: TimeOfDay?
  }

  /// - Parameter start: when days begin.
  /// - Returns: nil where it comes once only.
  package func secondTime(dayStart start: TimeOfDay) -> SecondTime? {
    guard let again else { return nil }
    let seconds = time.seconds + again * 60
    guard
      let planned = try? TimeOfDay(hour: seconds / 3_600 % 24, minute: seconds / 60 % 60)
    else { return nil }
    let isOfNextDay = time.seconds(from: start) + again * 60 >= 86_400
    let told: TimeOfDay? = quiet.map { $0.telling(planned, dayStart: start) } ?? planned
    return SecondTime(planned: planned, told: isOfNextDay ? nil : told)
  }
}

extension TimeOfDay {
  /// Seconds from the last time at which clocks showed another time, 0 to 86,340.
  fileprivate func seconds(from start: TimeOfDay) -> Int {
    (seconds - start.seconds + 86_400) % 86_400
  }
}
