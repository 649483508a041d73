package import Filters
import Formats
import JPEGSplice

/// What is done to a photo before it is stamped.
package struct PhotoEdit: Sendable, Hashable {
  /// What is left of it; nil for all.
  package var crop: PhotoCrop?
  /// Before it is cut: clockwise, 0 to 3.
  package var quarterTurns = 0
  /// Whether a JPEG is cut at the pixel and re-encoded, instead of at its blocks without loss.
  package var isExact = false
  /// Put over the remaining picture.
  package var filter = Filter.normal

  package init() {}

  /// Whether there is nothing to do.
  package var isNone: Bool { crop == nil && quarterTurns == 0 && filter == .normal }

  /// The options that give it, for messages about them.
  package var optionNames: [String] {
    [
      crop.map { _ in "--crop" }, quarterTurns > 0 ? "--rotate" : nil,
      filter != .normal ? "--filter" : nil,
    ].compactMap(\.self)
  }
}

/// Why a request is not an edit of a photo.
package enum EditError: Error, Hashable, Sendable {
  /// Neither `square` nor a ratio of two positive numbers, nor four fractions within a photo.
  case crop(String)
  /// Neither a place nor two fractions.
  case gravity(String)
  /// Not 90, 180 or 270.
  case rotation(String)
  /// No filter has this name.
  case filter(String)
  /// A word that is not an edit, or repeats one.
  case word(String)
  /// More bytes of UTF-8 than any edit takes.
  case tooLong(observed: Int, limit: Int)
}

extension PhotoEdit {
  /// Reads how far a photo is turned clockwise: 90, 180 or 270.
  ///
  /// - Parameters:
  ///   - text: in degrees.
  ///   - allowsNone: whether 0 is one too.
  /// - Returns: in quarter turns.
  /// - Throws: ``EditError/rotation(_:)``.
  package static func quarterTurns(
    parsing text: String, allowsNone: Bool = false
  ) throws(EditError) -> Int {
    if allowsNone, text == "0" { return 0 }
    guard let quarters = ["90": 1, "180": 2, "270": 3][text] else { throw .rotation(text) }
    return quarters
  }

  /// Of all filters.
  package static var filterNames: [String] { Filter.allCases.map(\.name) }

  /// Reads a filter's name, in any case.
  ///
  /// - Throws: ``EditError/filter(_:)``.
  package static func filter(parsing text: String) throws(EditError) -> Filter {
    guard let filter = Filter(rawValue: text.lowercased()) else { throw .filter(text) }
    return filter
  }
}

/// An edit as one line of text: `rotate=90 crop=0.1,0.2,0.5,0.5 exact filter=nashville`.
extension PhotoEdit {
  /// Bytes of UTF-8; no edit takes as many.
  package static let byteLimit = 200

  private enum Word: String {
    case rotate, crop, gravity, exact, filter
  }

  /// Reads what ``text`` writes, in any order and each word once; an empty text is no edit.
  ///
  /// - Throws: ``EditError``.
  package init(parsing text: String) throws(EditError) {
    guard text.utf8.count <= Self.byteLimit else {
      throw .tooLong(observed: text.utf8.count, limit: Self.byteLimit)
    }
    var values: [Word: String] = [:]
    for part in text.split(separator: " ") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let word = Word(rawValue: String(pair[0])), (word == .exact) == (pair.count == 1),
        values.updateValue(pair.count > 1 ? String(pair[1]) : "", forKey: word) == nil
      else { throw .word(String(part)) }
    }
    self.init()
    if let turns = values[.rotate] {
      quarterTurns = try Self.quarterTurns(parsing: turns, allowsNone: true)
    }
    if let text = values[.crop] { crop = try PhotoCrop(parsing: text) }
    if crop == .area(.whole) { crop = nil }
    if let text = values[.gravity] {
      guard case .shape(let shape, _) = crop else { throw .word("gravity=\(text)") }
      crop = .shape(shape, try CropGravity(parsing: text))
    }
    if let name = values[.filter] { filter = try Self.filter(parsing: name) }
    isExact = values[.exact] != nil && !isNone
  }

  /// Reads the stored text, which has only one form and is never empty.
  ///
  /// - Returns: nil where it is anything else.
  package init?(stored text: String) {
    guard let edit = try? PhotoEdit(parsing: text), !edit.isNone, edit.text == text else {
      return nil
    }
    self = edit
  }

  /// The line; empty where there is nothing to do.
  package var text: String {
    if isNone { return "" }
    var words: [String] = []
    func add(_ word: Word, _ value: String) { words.append("\(word.rawValue)=\(value)") }
    if quarterTurns > 0 { add(.rotate, "\(quarterTurns * 90)") }
    switch crop {
    case .shape(let shape, let gravity):
      add(.crop, shape.text)
      if gravity != .center { add(.gravity, gravity.text) }
    case .area(let area): add(.crop, area.text)
    case nil: break
    }
    if isExact { words.append(Word.exact.rawValue) }
    if filter != .normal { add(.filter, filter.name) }
    return words.joined(separator: " ")
  }
}

/// Changes to an edit; nil fields stay.
package struct PhotoEditChange: Sendable, Hashable {
  /// What the other differences are made to instead of the edit that there is.
  private let start: PhotoEdit?
  /// What is to be left, or `.some(nil)` for all.
  package var crop: PhotoCrop??
  /// Of a photo that is turned otherwise, the same part is left unless ``crop`` says another.
  package var quarterTurns: Int?
  package var isExact: Bool?
  package var filter: Filter?

  package init() { start = nil }

  /// Whatever was there, an edit is to be this one.
  package init(to edit: PhotoEdit) { start = edit }

  package var isEmpty: Bool { self == PhotoEditChange() }

  /// An edit with these differences.
  package func applied(to edit: PhotoEdit) -> PhotoEdit {
    var edit = start ?? edit
    if let quarterTurns {
      edit.crop = edit.crop?.turned(clockwise: quarterTurns - edit.quarterTurns)
      edit.quarterTurns = quarterTurns
    }
    if let crop { edit.crop = crop }
    if let isExact { edit.isExact = isExact }
    if let filter { edit.filter = filter }
    return edit
  }
}
