package import CaptureTime

/// A day's summary as a JSON object, for the command line and the interface.
package struct DayDescription: Encodable, Sendable {
  let day: String
  /// Posts; of them, those with a photo, with words, and with a mood.
  let posts: Int
  let photos: Int
  let words: Int
  let moods: Int
  /// The mean of the moods, to two decimals; missing where there are none.
  let mood: Double?
  /// True where the day has a morning page, and where that was written later; else missing.
  let morning: Bool?
  let morningLater: Bool?
  /// With people; missing where there are none, or they were not asked for.
  let contacts: Int?

  package init(_ summary: DaySummary, contacts: Int? = nil) {
    self.contacts = contacts
    day = summary.day.description
    (posts, photos, words) = (summary.posts, summary.photos, summary.written)
    (moods, mood) = (summary.moods.count, summary.moods.roundedMean)
    morning = summary.hasMorning || summary.hasLateMorning ? true : nil
    morningLater = summary.hasLateMorning && !summary.hasMorning ? true : nil
  }

  /// A day that has contacts alone.
  package init(_ day: CivilDate, contacts: Int) {
    self.day = day.description
    (posts, photos, words, moods, mood) = (0, 0, 0, 0, nil)
    (morning, morningLater, self.contacts) = (nil, nil, contacts)
  }
}
