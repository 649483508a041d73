package import CaptureTime
import Formats
import PhotoFacts
import Places
import SystemPackage
import Tracks

/// What a label shows of one photo besides fixed text and its time.
package enum LabelField: String, CaseIterable, Sendable {
  /// The file's name without its ending.
  case name
  /// The name of the folder that holds the file.
  case folder
  /// The photo's number in the run, from 1.
  case number = "n"
  case caption
  /// Whose journal the photo is posted in.
  case owner
  case camera
  case lens
  case exposure
  /// Where the photo was taken, in decimal degrees.
  case position = "gps"
  /// The same in degrees, minutes and seconds.
  case positionInMinutes = "gps:dms"
  case altitude
  case direction
  /// The nearest town, of a gazetteer.
  case place

  /// What a photo's file says itself.
  static let ofMetadata: Set<LabelField> = [
    .caption, .camera, .lens, .exposure, .position, .positionInMinutes, .altitude, .direction,
    .place,
  ]
}

/// The values of a label's fields for one photo; nil if unknown.
package struct LabelValues: Sendable {
  package let time: CaptureTime?
  private let text: @Sendable (LabelField) -> String?

  /// - Parameters:
  ///   - time: the capture time, adjusted.
  ///   - text: gives a field's value, which may come from anybody: what cannot be drawn is taken out
  ///     here.
  package init(
    time: CaptureTime?, _ text: @escaping @Sendable (LabelField) -> String? = { _ in nil }
  ) {
    (self.time, self.text) = (time, text)
  }

  /// A field's value on one line: every run of white space and of characters that control something is
  /// a space.
  subscript(_ field: LabelField) -> String? {
    guard let value = text(field) else { return nil }
    var line = ""
    for scalar in value.unicodeScalars {
      if scalar.properties.isBidiControl { continue }
      let isSpace = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      if !isSpace {
        line.unicodeScalars.append(scalar)
      } else if line.last != " " {
        line.append(" ")
      }
    }
    let trimmed = line.trimmed
    return trimmed.isEmpty ? nil : trimmed
  }
}

extension LabelValues {
  /// Those of a photo.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - context: other facts about it.
  ///   - time: the capture time, adjusted.
  ///   - fields: those that are asked for; its metadata are read only where one of them is in there.
  ///   - placeName: names the town nearest to a place.
  init(
    of photo: PhotoFile, _ context: PhotoContext, time: CaptureTime?, fields: Set<LabelField>,
    placeName: (@Sendable (GeoPosition) -> String?)?
  ) {
    let facts =
      fields.isDisjoint(with: LabelField.ofMetadata)
      ? nil : context.facts ?? PhotoFacts(photo.metadata)
    let position = facts?.position ?? context.tracked
    self.init(time: time) { field in
      switch field {
      case .name:
        context.name.flatMap { FilePath.Component(String(decoding: $0, as: UTF8.self))?.stem }
      case .folder: context.folder
      case .number: context.number.map(String.init)
      case .caption: context.caption ?? facts?.caption
      case .owner: context.owner
      case .camera: facts?.camera
      case .lens: facts?.lens
      case .exposure: facts?.exposure?.text
      case .position: position?.decimalText
      case .positionInMinutes: position?.sexagesimalText
      case .altitude: facts?.altitude?.text
      case .direction: facts?.direction?.text
      case .place: position.flatMap { placeName?($0) }
      }
    }
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
