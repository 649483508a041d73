package import Store

extension QuietHours {
  /// When to send something planned for a time of day: then, or once it is no longer quiet.
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
  /// The repeat of a reminder that was sent at its time.
  package struct SecondTime: Sendable, Hashable {
    /// The planned time: some minutes after the first.
    package let planned: TimeOfDay
    /// When to send it; nil if never, because it is quiet then or the next day has begun.
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
