package import Foundation

/// The checkout that the tests were built from.
package enum Checkout {
  package static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The photos that come with the project.
  package static let samples = folder.appending(path: "Samples").path

  /// The faces that come with the project.
  package static let faces = folder.appending(path: "Fonts/Faces").path

  /// A test's own file, such as a golden image.
  package static func fixture(_ name: String) -> String {
    folder.appending(path: "Tests/Fixtures/\(name)").path
  }
}

/// Real photos that are not in the repository; tests that want them say that they were skipped
/// where they are not there.
package enum SharedPhotos {
  /// The folder that `DAYSTAMP_TEST_PHOTOS` names, else `shared/photos` beside the checkout.
  package static let folder: String? = {
    let beside = Checkout.folder.deletingLastPathComponent().appending(path: "shared/photos").path
    let folder = ProcessInfo.processInfo.environment["DAYSTAMP_TEST_PHOTOS"] ?? beside
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  /// Whether the photos are there, for `.enabled(if:)`.
  package static var areThere: Bool { folder != nil }

  /// What a test says that needs them.
  package static let note = "needs the photos of $DAYSTAMP_TEST_PHOTOS"

  /// The path of a photo, such as `phone/iphone.jpg`; nil where it is not there.
  package static func path(_ name: String) -> String? {
    guard let path = folder.map({ "\($0)/\(name)" }), FileManager.default.fileExists(atPath: path)
    else { return nil }
    return path
  }
}
