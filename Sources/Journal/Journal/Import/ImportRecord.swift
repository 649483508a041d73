package import CaptureTime
import Store

/// The result of importing one post, or of a dry run.
package struct ImportRecord: Sendable {
  /// Its place in the export, counted from 1.
  package let place: Int
  /// Whether the place is a line of `posts.jsonl`.
  package let isLine: Bool
  /// The number that it had; nil where that cannot be read.
  package let exportedNumber: Int?
  /// Nil where the post cannot be read, as the caption.
  package let day: CivilDate?
  package let caption: String?
  package let doubts: [TimeDoubt]
  /// The font's file that the post's look names, which is not taken: stamped again, the photo gets the
  /// usual font.
  package let fontLeftOut: String?
  /// Whether it was a morning page and is, or would be, a post as any other: its day has a morning page.
  package let isSecondMorning: Bool
  /// Why versions of its words are not taken, where some are not.
  package let versionsLeftOut: [ImportProblem]
  package let result: Result

  package enum Result: Sendable {
    /// It is in the journal, or would be, as this number.
    case imported(number: Int)
    case passedOver(EarlierPost)
    /// ``ImportProblem`` or ``JournalError``.
    case failed(any Error)
  }
}

/// The post of a journal that makes another of no use there.
package struct EarlierPost: Error, Sendable, Hashable {
  package enum Reason: Sendable {
    /// It is the same post.
    case samePost
    /// It is another post of the same photo.
    case samePhoto
  }

  package let reason: Reason
  package let number: Int
  package let isInTrash: Bool
  /// The parts that only the other post has; they are not imported.
  package var notTaken: [Part] = []

  /// A part of a post: photos, a person's own details, and the video and the raw file that belong to a photo.
  package enum Part: String, Sendable, CaseIterable {
    case photos, caption, video, raw, title, words, versions, mood, tags, star
  }
}

/// Why an imported post's time may not be the photo's.
package enum TimeDoubt: Sendable, Hashable {
  /// The time is not the capture's, but that of a last change.
  case lastChange(CaptureTimeSource)
  /// The photo did not say its offset from UTC; this zone's was taken.
  case offsetAssumed(zone: String)
  case inFuture
  /// Its instant, its zone and the start of the day give another day than the post has.
  case otherDay(told: CivilDate)

  /// Why a time is doubtful.
  ///
  /// - Parameters:
  ///   - post: whose time is looked at.
  ///   - dayStart: when days began in the journal that was exported.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: each reason that there is; none for most times.
  static func doubts(of post: ImportedPost, dayStart: TimeOfDay, now: Int) -> [TimeDoubt] {
    let time = post.time
    var doubts: [TimeDoubt] = []
    if time.source.isLastChange {
      doubts.append(.lastChange(time.source))
    }
    if time.isOffsetAssumed, time.precision != .day {
      doubts.append(.offsetAssumed(zone: time.zone))
    }
    if time.instant > now { doubts.append(.inFuture) }
    // What knows only the day belongs to it, whenever days begin.
    let start = time.precision == .day ? .midnight : dayStart
    let day = DayRule(zone: post.zone, start: start).day(of: time.instant)
    if day != time.day { doubts.append(.otherDay(told: day)) }
    return doubts
  }
}
