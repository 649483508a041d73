extension CivilDate: CustomStringConvertible {
  /// As ISO 8601 writes it, "2024-01-31"; for years from 0 to 9999 ten letters that sort as days do.
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The day that ``description`` gives so, of the years from 1 to 9999; nil for any other text.
  ///
  /// Written for speed: a journal reads it of every post.
  package init?(iso text: String) {
    var text = text
    let fields: (year: Int, month: Int, day: Int)? = text.withUTF8 { letters in
      guard letters.count == 10 else { return nil }
      var numbers = (0, 0, 0)
      for (place, letter) in letters.enumerated() {
        switch place {
        case 4, 7: if letter != UInt8(ascii: "-") { return nil }
        case _ where !letter.isDigit: return nil
        case ..<4: numbers.0 = numbers.0 * 10 + Int(letter & 15)
        case ..<7: numbers.1 = numbers.1 * 10 + Int(letter & 15)
        default: numbers.2 = numbers.2 * 10 + Int(letter & 15)
        }
      }
      return numbers
    }
    guard let fields, fields.year > 0 else { return nil }
    self.init(year: fields.year, month: fields.month, day: fields.day)
  }
}

extension CivilDate {
  /// The day that comes this many days later, or earlier where negative.
  package func adding(days: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  package var next: CivilDate { adding(days: 1) }
  package var previous: CivilDate { adding(days: -1) }
}
