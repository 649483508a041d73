import SystemPackage
import TestSupport

@testable import PhotoFacts

/// Lines of a gazetteer, made by hand.
enum GazetteerLines {
  /// A line of 19 columns, those given replaced.
  static func line(
    _ identifier: Int, _ name: String, _ latitude: Double, _ longitude: Double,
    population: Int = 1000, country: String = "KR", changing changes: [Int: String] = [:]
  ) -> String {
    var columns = [
      "\(identifier)", name, "Ascii \(identifier)", "Other,Names,다른", coordinate(latitude),
      coordinate(longitude), "P", "PPL", country, "", "11", "", "", "", "\(population)", "", "87",
      "Asia/Seoul", "2024-01-31",
    ]
    for (column, text) in changes { columns[column] = text }
    return columns.joined(separator: "\t")
  }

  /// Five places, without an exponent.
  private static func coordinate(_ degrees: Double) -> String { degrees.decimal(5) }

  static func gazetteer(_ lines: String...) throws -> Gazetteer {
    try gazetteer(of: Array(lines.joined(separator: "\n").utf8))
  }

  static func gazetteer(of bytes: [UInt8]) throws -> Gazetteer {
    let folder = try TemporaryFolder()
    return try Gazetteer(FilePath(folder.write(bytes, to: "places.txt")))
  }
}
