import FoundationEssentials
package import Places

/// What Google Takeout says of a photo in the JSON beside it.
package struct TakeoutRecord: Sendable {
  /// When it was taken, in seconds since 1970 in UTC.
  package let taken: Int
  /// Where, in degrees; nil where it says none, for which Google writes 0°, 0°.
  package let position: GeoPosition?
  /// Whether it says one that is nowhere.
  package let hasImpossiblePosition: Bool
  /// The file's name at its upload; empty without one.
  package let title: String
  package let description: String
  package let isFavorite: Bool
  package let isTrashed: Bool
  /// The names of the people in it.
  package let people: [String]

  /// - Throws: ``CompanionProblem/notJSON(name:)``, ``CompanionProblem/noTime(name:)``.
  package init(_ file: Companion) throws(CompanionProblem) {
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
    title = fields.title?.value ?? ""
    description = fields.description?.value ?? ""
    isFavorite = fields.favorited?.value ?? false
    isTrashed = fields.trashed?.value ?? false
    people = (fields.people?.value ?? []).compactMap { $0.value?.name?.value }
      .filter { !$0.isEmpty }
  }

  private struct Fields: Decodable {
    let photoTakenTime: Time?
    let geoData: Place?
    let geoDataExif: Place?
    let title: Lenient<String>?
    let description: Lenient<String>?
    let favorited: Lenient<Bool>?
    let trashed: Lenient<Bool>?
    let people: Lenient<[Lenient<Person>]>?

    struct Person: Decodable {
      let name: Lenient<String>?
    }

    struct Time: Decodable {
      let timestamp: Number?
    }

    struct Place: Decodable {
      let latitude: Double?
      let longitude: Double?
    }
  }

  /// A value that counts as missing if it has another type.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
      value = try? decoder.singleValueContainer().decode(Value.self)
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
