import ArgumentParser
import Foundation
import Places

/// Reads a latitude and a longitude a line, in degrees, and prints the zone of each; then, on standard
/// error, the microseconds that a search took.
struct ZoneBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zones", abstract: "Finds the time zones of positions.")

  @Argument(help: "The folder of the table.") var folder = "Sources/Photo/Places/Zones"

  func run() throws {
    var positions: [GeoPosition] = []
    while let line = readLine() {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 2,
        let position = GeoPosition(latitude: numbers[0], longitude: numbers[1])
      else { throw ValidationError("“\(line)” is no position.") }
      positions.append(position)
    }
    guard let first = positions.first else { return }
    let finder = ZoneFinder(folders: [folder])
    let start = Clock.processor
    _ = try finder.zone(at: first)
    let read = Clock.processor
    let zones = try positions.map { try finder.zone(at: $0).text }
    let end = Clock.processor
    print(zones.joined(separator: "\n"))
    let figures =
      "\((read - start) * 1e6) for the first, \((end - read) * 1e6 / Double(positions.count)) for each\n"
    FileHandle.standardError.write(Data(figures.utf8))
  }
}
