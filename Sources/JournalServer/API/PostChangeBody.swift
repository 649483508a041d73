import CaptureTime
import HTTPTypes
import Journal

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
      // Null is none of the values that a field has.
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
