import CaptureTime

/// What a source says of an entry beside its words, in the names that Day One and others have for it.
enum SaidAround {
  /// Place, temperature and weather, each where it is known: "Café Blum, Seoul, South Korea", "12 °C", "Cloudy".
  static func fields(_ entry: JSONObject) -> [String] {
    var fields: [String] = []
    if let location = entry.object("location") { fields += place(location) }
    if let weather = entry.object("weather") {
      if let celsius = weather.number("temperatureCelsius") { fields.append(degrees(celsius)) }
      fields.append(weather.text("conditionsDescription") ?? "")
    }
    return fields
  }

  /// A place's name and what it lies in, each once; its coordinates where it has no name.
  static func place(_ location: JSONObject) -> [String] {
    var names: [String] = []
    let keys = ["userLabel", "placeName", "address", "localityName", "city", "country"]
    for name in keys.compactMap(location.text) where !name.trimmed.isEmpty {
      if !names.contains(where: { $0.contains(name) }) { names.append(name) }
    }
    guard names.isEmpty else { return names }
    let coordinates = [location.number("latitude"), location.number("longitude")].compactMap(\.self)
    return coordinates.count == 2 ? [Self.coordinates(coordinates)] : []
  }

  /// A position as a text.
  ///
  /// - Parameter degrees: latitude and longitude.
  /// - Returns: "37.5665 126.978"; empty where it is nowhere on Earth.
  static func coordinates(_ degrees: [Double]) -> String {
    degrees.allSatisfy { abs($0) <= 180 } ? degrees.map(decimals).joined(separator: " ") : ""
  }

  /// At most a degree's ten-thousandth, some ten metres.
  private static func decimals(_ degree: Double) -> String {
    String((degree * 10_000).rounded() / 10_000)
  }

  /// "12 °C"; empty where nothing on Earth has that temperature.
  static func degrees(_ celsius: Double) -> String {
    guard celsius.isFinite, abs(celsius) < 200 else { return "" }
    return "\(Int(celsius.rounded())) °C"
  }
}

/// The ids of a source, to find those that several entries have.
struct SeenIDs {
  /// With a hash of the content.
  private var hashes: [String: Int] = [:]

  /// - Parameters:
  ///   - post: with its id, or without.
  ///   - found: gets the fault where another entry with other content has the id.
  /// - Returns: whether it is the first of its id.
  /// - Throws: what `found` throws.
  mutating func take(_ post: ArrivedPost, _ found: (ArrivedItem) throws -> Void) throws -> Bool {
    guard let id = post.id else { return true }
    var content = post
    content.place = ArrivalPlace("")
    let hash = content.hashValue
    guard let other = hashes.updateValue(hash, forKey: id) else { return true }
    if other != hash { try found(.fault(.sameID(id), at: post.place)) }
    return false
  }
}

extension String {
  /// With at most one empty line between others, and none at its ends.
  var withFewerEmptyLines: String {
    var lines: [Substring] = []
    for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.trimmed.isEmpty, lines.last?.trimmed.isEmpty ?? true { continue }
      lines.append(line)
    }
    return lines.joined(separator: "\n").trimmedLines
  }
}
