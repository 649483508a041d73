import Files
import Formats
import SystemPackage
import Testing

@testable import Stamping

@Suite("The plan of outputs")
struct OutputPlanTests {
  private func plan(
    _ destination: OutputPlan.Destination, format: PhotoFormat? = nil,
    naming: OutputNaming = .stamped
  ) -> OutputPlan {
    OutputPlan(
      destination: destination, format: format, replacesExisting: false, naming: naming)
  }

  @Test(
    "names outputs beside their inputs",
    arguments: [
      ("a.jpg", PhotoFormat.jpeg, "a.stamped.jpg"), ("a.JPEG", .jpeg, "a.stamped.JPEG"),
      ("dir.d/a.heic", .jpeg, "dir.d/a.stamped.jpg"), ("a.png", .jpeg, "a.stamped.jpg"),
      ("a", .png, "a.stamped.png"), ("IMG.2024", .jpeg, "IMG.2024.stamped.jpg"),
    ])
  func names(input: String, format: PhotoFormat, output: String) {
    let photo = InputPhoto(path: FilePath(input), relativePath: FilePath(input))
    #expect(plan(.besideInput).path(for: photo, format: format) == FilePath(output))
  }

  @Test(
    "never gives an unstamped photo its original's name",
    arguments: [
      ("a.stamped.jpg", "a.unstamped.jpg"), ("a.jpg", "a.unstamped.jpg"),
      ("d.stamped/a.stamped.JPEG", "d.stamped/a.unstamped.JPEG"),
      ("a.stamped", "a.unstamped.jpg"), ("a.stamped.png", "a.unstamped.jpg"),
      ("a.stamped.stamped.jpg", "a.stamped.unstamped.jpg"),
      ("a.unstamped.jpg", "a.unstamped.unstamped.jpg"), ("astamped.jpg", "astamped.unstamped.jpg"),
      ("x/.stamped.jpg", "x/.stamped.unstamped.jpg"), ("a.stamped-2.jpg", "a.unstamped-2.jpg"),
      ("a.stamped-12", "a.unstamped-12.jpg"), ("a-2.jpg", "a-2.unstamped.jpg"),
      ("a.stamped-.jpg", "a.stamped-.unstamped.jpg"), ("-2.jpg", "-2.unstamped.jpg"),
    ])
  func unstampedNames(input: String, output: String) {
    let photo = InputPhoto(path: FilePath(input), relativePath: FilePath(input))
    let plan = plan(.besideInput, naming: .unstamped)
    #expect(plan.path(for: photo, format: .jpeg) == FilePath(output))
  }

  @Test("puts a number at the end of a name")
  func numbers() {
    let photo = InputPhoto(path: "in/sub/a.HEIC", relativePath: "sub/a.HEIC")
    let beside = plan(.besideInput).path(for: photo, format: .jpeg, number: 2)
    let elsewhere = plan(.folder("out")).path(for: photo, format: .jpeg, number: 3)
    let unstamped = plan(.folder("out"), naming: .unstamped)
    let stamped = InputPhoto(path: "in/a.stamped-2.jpg", relativePath: "a.stamped-2.jpg")
    #expect(beside == "in/sub/a.stamped-2.jpg" && elsewhere == "out/sub/a-3.jpg")
    #expect(unstamped.path(for: stamped, format: .jpeg) == "out/a-2.jpg")
    #expect(unstamped.path(for: stamped, format: .jpeg, number: 4) == "out/a-4.jpg")
  }

  @Test("gives an unstamped photo the original's name in another folder")
  func unstampedElsewhere() {
    let photo = InputPhoto(path: "in/sub/a.stamped.jpg", relativePath: "sub/a.stamped.jpg")
    let plan = plan(.folder("out"), naming: .unstamped)
    #expect(plan.path(for: photo, format: .jpeg) == "out/sub/a.jpg")
  }

  @Test("mirrors the tree of a folder")
  func mirrors() {
    let photo = InputPhoto(path: "in/sub/a.HEIC", relativePath: "sub/a.HEIC")
    #expect(plan(.folder("out")).path(for: photo, format: .jpeg) == "out/sub/a.jpg")
  }

  @Test("keeps names that are not UTF-8", arguments: [OutputNaming.stamped, .unstamped])
  func keepsBytes(naming: OutputNaming) throws {
    let name = FilePath(platformString: [CChar(bitPattern: 0xe9), 46, 106, 112, 103, 0])
    let photo = InputPhoto(path: name, relativePath: name)
    let output = try #require(
      plan(.besideInput, naming: naming).path(for: photo, format: .jpeg))
    #expect(output.withPlatformString { $0[0] } == CChar(bitPattern: 0xe9))
    #expect(output.extension == "jpg")
  }

  @Test("writes HEIC and AVIF as JPEG, and an edited TIFF as PNG, unless another is asked for")
  func formats() {
    #expect(plan(.besideInput).outputFormat(for: .heic) == .jpeg)
    #expect(plan(.besideInput).outputFormat(for: .avif) == .jpeg)
    #expect(plan(.besideInput).outputFormat(for: .tiff) == .tiff)
    let edited = OutputPlan(
      destination: .besideInput, format: nil, replacesExisting: false, isEdited: true)
    #expect(edited.outputFormat(for: .tiff) == .png)
    #expect(plan(.besideInput).outputFormat(for: .webp) == .webp)
    #expect(plan(.besideInput, format: .avif).outputFormat(for: .jpeg) == .avif)
  }
}
