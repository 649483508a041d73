import Foundation

/// A folder of a test's own, gone with the object.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Parameter place: the folder that it is made in; nil for the system's own for such.
  /// - Throws: what the system says where it cannot be made.
  package init(in place: String? = nil) throws {
    let folder = (place.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory)
      .appending(path: "daystamp-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file or folder in it.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, making the folders above it.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Copies a file in, under its own name or another.
  @discardableResult
  package func copy(_ source: String, as name: String? = nil) throws -> String {
    let name = name ?? URL(filePath: source).lastPathComponent
    return try write(Data(contentsOf: URL(filePath: source)), to: name)
  }

  package func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path(name))))
  }

  /// The files in it and below, as paths from it, sorted.
  package var files: [String] {
    guard let walk = FileManager.default.enumerator(atPath: path) else { return [] }
    return walk.compactMap { $0 as? String }
      .filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: self.path($0), isDirectory: &isFolder)
          && !isFolder.boolValue
      }.sorted()
  }
}
