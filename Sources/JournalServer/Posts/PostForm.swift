import CaptureTime
import HTTPTypes
import Journal
import Store
import Wording

/// What a form says of its photos.
struct PostForm: Sendable {
  let details: PostDetails
  let time: CaptureTime?
  let zone: CaptureZone?
  /// How the label is to look where it is to differ from the settings.
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

  /// A ticked box says `on`; one that is not ticked says nothing.
  private static func isStarred(_ form: ReceivedForm) throws -> Bool {
    switch try form.value("star") {
    case nil, "", "false", "0": false
    case "true", "on", "1": true
    case .some: throw Problem("star")
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
  static func zone(_ text: String) throws -> CaptureZone? {
    if text.isEmpty { return nil }
    do throws(CaptureZoneError) {
      return try CaptureZone.parse(text)
    } catch {
      throw Problem(error)
    }
  }

  /// Names separated by commas or white space, neither of which a name has.
  static func tags(_ text: String) throws -> [TagName] {
    try text.split { $0 == "," || $0.isWhitespace }.map { try TagName(String($0)) }
  }
}

/// What is to be different about a post; what is missing stays.
struct PostChangeBody: Decodable {
  let change: PostChange

  private enum Key: String, CodingKey, CaseIterable {
    case caption, time, timeZone, starred, tags
  }

  /// - Throws: `DecodingError`, ``Problem``, `CaptionError`, `NameError`.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknown(Key.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: Key.self)
    func value<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value? {
      // Null is not a value of any field.
      fields.contains(key) ? try fields.decode(type, forKey: key) : nil
    }
    var change = PostChange()
    change.caption = try value(.caption, String.self).map { try Caption($0) }
    change.time = try value(.time, String.self).map { text in
      guard let time = try PostTexts.time(text) else {
        throw Problem("time.required")
      }
      return time
    }
    change.zone = try value(.timeZone, String.self).map { text in
      guard let zone = try PostTexts.zone(text) else {
        throw Problem("time-zone.required")
      }
      return zone
    }
    change.isStarred = try value(.starred, Bool.self)
    change.allTags = try value(.tags, [String].self)?.map { try TagName($0) }
    guard !change.isEmpty else {
      throw Problem("no-change")
    }
    self.change = change
  }
}
