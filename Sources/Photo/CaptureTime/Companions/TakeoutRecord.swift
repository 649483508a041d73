import FoundationEssentials
import Places

/// What Google Takeout says of a photo in the JSON beside it.
struct TakeoutRecord {
  /// When it was taken, in seconds since 1970 in UTC.
  let taken: Int
  /// Where, in degrees; nil where it says none, for which Google writes 0°, 0°.
  let position: GeoPosition?
  /// Whether it says one that is nowhere.
  let hasImpossiblePosition: Bool

  /// - Throws: ``CompanionProblem/notJSON(name:)``, ``CompanionProblem/noTime(name:)``.
  init(_ file: Companion) throws(CompanionProblem) {
    let fields: Fields
    do {
      // It refuses arrays and objects more than 512 deep.
      fields = try JSONDecoder().decode(Fields.self, from: Data(file.bytes))
    } catch {
      throw .notJSON(name: file.name)
    }
    guard let taken = fields.photoTakenTime?.timestamp?.seconds else {
      throw .noTime(name: file.name)
    }
    self.taken = taken
    let degrees = [fields.geoDataExif, fields.geoData].compactMap { place in
      place?.latitude.flatMap { latitude in place?.longitude.map { (latitude, $0) } }
    }.filter { $0 != (0, 0) }
    position = degrees.lazy.compactMap { GeoPosition(latitude: $0.0, longitude: $0.1) }.first
    hasImpossiblePosition = position == nil && !degrees.isEmpty
  }

  private struct Fields: Decodable {
    let photoTakenTime: Time?
    let geoData: Place?
    let geoDataExif: Place?

    struct Time: Decodable {
      let timestamp: Number?
    }

    struct Place: Decodable {
      let latitude: Double?
      let longitude: Double?
    }
  }

  /// A whole number, which Google writes as text.
  private struct Number: Decodable {
    let seconds: Int?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        seconds = Int(text)
      } else {
        seconds = try value.decode(Int.self)
      }
    }
  }
}
