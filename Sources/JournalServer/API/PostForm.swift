import CaptureTime
import HTTPTypes
import Journal
import Store

/// What a form says of its photos.
struct PostForm: Sendable {
  let details: PostDetails
  let time: CaptureTime?
  let zone: CaptureZone?
  /// How the label is to look where it is to be otherwise than usual.
  let label: [SettingKey: String]

  /// - Throws: ``Problem``, `CaptionError`, `NameError`.
  init(_ form: ReceivedForm) throws {
    time = try form.value("time").flatMap { try PostTexts.time($0) }
    zone = try form.value("timeZone").flatMap { try PostTexts.zone($0) }
    var label: [SettingKey: String] = [:]
    for key in [SettingKey.labelPosition, .labelColour] {
      if let text = try form.value(key.rawValue), !text.isEmpty { label[key] = text }
    }
    self.label = label
    details = PostDetails(
      caption: try Caption(form.value("caption") ?? ""), isStarred: try Self.isStarred(form),
      tags: try form.values("tag").flatMap { try PostTexts.tags($0) })
  }

  /// A box that is ticked says `on`, one that is not nothing.
  private static func isStarred(_ form: ReceivedForm) throws -> Bool {
    switch try form.value("star") {
    case nil, "", "false", "0": false
    case "true", "on", "1": true
    case .some: throw Problem(.unprocessableContent, "star", "The field star is true or false.")
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
      throw Problem(
        .unprocessableContent, "time",
        "The time is none: write it as 2024-01-31T23:59:58+09:00, or less of it from the end.")
    }
  }

  /// Nil where nothing was typed.
  static func zone(_ text: String) throws -> CaptureZone? {
    if text.isEmpty { return nil }
    do throws(CaptureZoneError) {
      return try CaptureZone.parse(text)
    } catch {
      throw Problem(
        .unprocessableContent, "time-zone",
        "The time zone is none: write it as Asia/Seoul or +09:00.")
    }
  }

  /// Names with commas or white space between, neither of which a name has.
  static func tags(_ text: String) throws -> [TagName] {
    try text.split { $0 == "," || $0.isWhitespace }.map { try TagName(String($0)) }
  }
}
