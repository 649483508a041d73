package import Foundation

/// The checkout that the tests were built from.
package enum Checkout {
  package static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The photos that come with the project.
  package static let samples = folder.appending(path: "Samples").path

  /// The faces that come with the project.
  package static let faces = folder.appending(path: "Fonts/Faces").path

  /// A test's own file, such as a golden image.
  package static func fixture(_ name: String) -> String {
    folder.appending(path: "Tests/Fixtures/\(name)").path
  }
}
