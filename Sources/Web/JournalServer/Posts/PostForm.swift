import CaptureTime
import HTTPTypes
import Journal
import Stamping
import Store
import Wording

extension PhotoPosting.Said {
  /// What a label may be asked to be like.
  private static let labelKeys = [SettingKey.labelPosition, .labelColour]
  private static let fields =
    ["caption", "title", "words", "mood", "morning", "star", "tag", "time", "timeZone", "edit"]
    + labelKeys.map(\.rawValue)

  /// What a program's form says of its photo.
  ///
  /// - Throws: ``Problem``, `CaptionError`, `NameError`, `TitleError`, `WordsError`, `MoodError`, `EditError`.
  init(_ form: ReceivedForm) throws {
    try form.refuseUnknown(Self.fields)
    let time = try form.value("time").flatMap { try PostTexts.time($0) }
    let zone = try form.value("timeZone").flatMap { try PostTexts.zone($0) }
    var label: [SettingKey: String] = [:]
    for key in Self.labelKeys {
      if let text = try form.value(key.rawValue), !text.isEmpty { label[key] = text }
    }
    var details = PostDetails(
      caption: try Caption(form.value("caption") ?? ""),
      isStarred: try Self.isTicked("star", form, or: "star"),
      tags: try form.values("tag").flatMap { try PostTexts.tags($0) })
    details.title = try Title(form.value("title") ?? "")
    details.words = try PostWords(form.value("words") ?? "")
    details.mood = try PostTexts.mood(form.value("mood") ?? "")
    details.isMorning = try Self.isTicked("morning", form, or: "star.morning")
    self.init(details: details, time: time, zone: zone, label: label)
    edit = try PhotoEdit(parsing: form.value("edit") ?? "")
  }

  /// A ticked box says `on`; one that is not ticked says nothing.
  private static func isTicked(
    _ name: String, _ form: ReceivedForm, or problem: String
  ) throws -> Bool {
    switch try form.value(name) {
    case nil, "", "false", "0": false
    case "true", "on", "1": true
    case .some: throw Problem(problem)
    }
  }
}

/// Texts that a person typed.
enum PostTexts {
  /// Nil where nothing was typed.
  static func time(_ text: String) throws -> CaptureTime? {
    if text.isEmpty { return nil }
    do throws(GivenTimeError) {
      return try GivenTime.parse(text)
    } catch {
      throw Problem(error)
    }
  }

  /// Nil where nothing was typed.
  ///
  /// - Throws: ``Problem``, which is of the post's time.
  static func day(_ text: String, _ present: PresentDay) throws -> CivilDate? {
    if text.isEmpty { return nil }
    do throws(DayRangeError) {
      return try DayRange.day(text, present: present)
    } catch {
      throw Problem("time.day", ["reason": .message(error.wording)])
    }
  }

  /// Nil where nothing was typed.
  static func zone(_ text: String) throws -> CaptureZone? {
    if text.isEmpty { return nil }
    do throws(CaptureZoneError) {
      return try CaptureZone.parse(text)
    } catch {
      throw Problem(error)
    }
  }

  /// Nil where nothing was typed.
  static func mood(_ text: String) throws -> Mood? {
    text.isEmpty ? nil : try Wording.mood(text)
  }

  /// Names separated by commas, which a name does not have.
  static func tags(_ text: String) throws -> [TagName] {
    let names = text.split(maxSplits: TagName.readLimit) { $0 == "," || $0.isNewline }
    return try TagName.all(names.filter { !$0.allSatisfy(\.isWhitespace) })
  }
}
