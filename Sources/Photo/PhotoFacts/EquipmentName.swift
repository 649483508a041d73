import Formats

/// The names of cameras and lenses as people write them.
enum EquipmentName {
  /// Make and Model (Exif 3.0, section 4.6.5.4).
  static func camera(_ exif: ExifDirectories) -> String? {
    joined(make: exif.main[.make]?.line, model: exif.main[.model]?.line)
  }

  /// LensModel with LensMake, else LensSpecification (Exif 3.0, section 4.6.6.9).
  static func lens(_ exif: ExifDirectories) -> String? {
    if let model = exif.text(.lensModel), isName(model) {
      return joined(make: exif.text(.lensMake), model: model)
    }
    return exif[.lensSpecification].flatMap(specification)
  }

  /// Whether there is more in it than dashes and zeros, as cameras write for a lens that they do not
  /// know: "----", "0.0 mm f/0.0".
  private static func isName(_ model: String) -> Bool {
    let marks = model.filter { $0.isLetter || $0.isNumber }
    return marks.contains { $0.isLetter }
      && (!marks.contains(where: \.isNumber)
        || marks.contains {
          $0.isNumber && $0 != "0"
        })
  }

  /// The maker's name before the model's, unless it is in it.
  ///
  /// - Returns: nil where neither is there.
  static func joined(make: String?, model: String?) -> String? {
    guard let make, let maker = Maker(make) else { return model }
    guard let model else { return maker.name }
    if maker.isNamed(in: model) { return model }
    return FactLine.cut("\(maker.name) \(model)")
  }

  /// Least and greatest focal length, and the least f-number at each: `24–70 mm f/2.8`; parts with a
  /// denominator of zero are unknown.
  ///
  /// - Returns: nil where a focal length is unknown.
  private static func specification(_ entry: TIFFEntry) -> String? {
    let numbers = (0..<4).map { index in
      entry.number(at: index).flatMap { 0.1...100_000 ~= $0 ? $0 : nil }
    }
    guard let least = numbers[0], let greatest = numbers[1] else { return nil }
    func range(_ first: String, _ second: String) -> String {
      first == second ? first : "\(first)–\(second)"
    }
    let lengths = range(least.decimal(upTo: 1), greatest.decimal(upTo: 1))
    let apertures = numbers[2...].compactMap { $0.map(Exposure.text(ofAperture:)) }
    guard let first = apertures.first, let last = apertures.last else { return "\(lengths) mm" }
    return "\(lengths) mm \(range(first, String(last.dropFirst(first == last ? 0 : 2))))"
  }
}

/// A maker of cameras or lenses by its name in a photo, which is often that of a company.
struct Maker {
  /// As people write it.
  let name: String
  /// Names of it that a model may begin with instead.
  private let others: [String]

  /// Words of companies that people leave out at the end of a name.
  private static let corporate: Set<String> = [
    "ag", "camera", "co", "company", "computer", "corp", "corporation", "electric", "electronics",
    "gmbh", "imaging", "inc", "limited", "ltd", "optical", "techwin",
  ]

  /// Companies whose cameras have another name, by what their own begins with.
  private static let known: [(company: String, name: String, others: [String])] = [
    ("asahi", "PENTAX", []), ("eastman kodak", "KODAK", []), ("fuji photo film", "FUJIFILM", []),
    ("hewlett-packard", "HP", []), ("hmd global", "HMD", ["Nokia"]), ("lge", "LG", []),
    ("motorola", "Motorola", ["moto"]), ("research in motion", "BlackBerry", []),
    ("ricoh", "RICOH", ["PENTAX"]), ("samsung", "Samsung", []), ("seiko epson", "EPSON", []),
  ]

  /// Nil where the line, as a photo has it, is without a letter or digit.
  init?(_ make: String) {
    var words = make.split { $0 == " " || $0 == "," }
      .map { String($0.trimmingDots) }.filter { !$0.isEmpty }
    while words.count > 1, let last = words.last, Self.corporate.contains(last.lowercased()) {
      words.removeLast()
    }
    let short = words.joined(separator: " ")
    guard short.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    let company = short.lowercased() + " "
    let known = Self.known.first { company.hasPrefix($0.company + " ") }
    name = known?.name ?? short
    others = known.map { $0.others + [short] } ?? words
  }

  /// Whether a model's name has the maker's, or a word of it, as a word of its own.
  func isNamed(in model: String) -> Bool {
    let words = model.lowercased().split { !$0.isLetter && !$0.isNumber }
    return ([name] + others).contains { other in
      let wanted = other.lowercased().split { !$0.isLetter && !$0.isNumber }
      return !wanted.isEmpty && words.contains(wanted)
    }
  }
}

extension StringProtocol {
  /// Without full stops at the end, as after "Corp.".
  fileprivate var trimmingDots: SubSequence {
    self[..<(lastIndex { $0 != "." }.map(index(after:)) ?? startIndex)]
  }
}
