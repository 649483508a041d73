import Formats
import Foundation
import Raster
import TestSupport
import Testing

@Suite("daystamp text card")
struct TextCardTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.addOwner("anna")
    try program.folder.write(
      Array(
        """
        key,text,translation,author,source
        a,"Be still, and know",고요하여라,Somebody,Psalms

        """.utf8), to: "sayings.csv")
    _ = try await program.run("collection", "add", "sayings.csv", "--language", "en")
  }

  private func image(_ name: String) throws -> (format: PhotoFormat, Image) {
    let file = try PhotoFile(
      [UInt8](Data(contentsOf: URL(filePath: program.folder.path(name)))))
    return (file.header.format, try Image(decoding: file))
  }

  @Test(
    "writes the format that the file's name says",
    arguments: [("a.png", PhotoFormat.png), ("a.jpg", .jpeg), ("a.WebP", .webp)])
  func formats(name: String, format: PhotoFormat) async throws {
    let made = try await program.run(
      "text", "card", "a", "-o", name, "--shape", "wide", "--theme", "black")
    #expect(made.status == 0 && made.output == "" && made.error == "")
    let (written, image) = try image(name)
    #expect(written == format && image.width == 1920 && image.height == 1080)
    #expect(image[5, 5].red < 30)
  }

  @Test("draws today's text where no key is given, and shows it as the day's from then on")
  func today() async throws {
    #expect(try await program.run("text", "card", "-o", "today.png").status == 0)
    let shown = try await program.run("text", "--json")
    let key = try #require(shown.json.first?["key"] as? String)
    _ = try await program.run("text", "card", key, "-o", "key.png")
    let files = ["today.png", "key.png"].map {
      FileManager.default.contents(atPath: program.folder.path($0))
    }
    #expect(files[0] == files[1])
  }

  @Test("leaves a file alone that is there, unless --force is given")
  func existing() async throws {
    try program.folder.write([1], to: "a.png")
    let refused = try await program.run("text", "card", "a", "-o", "a.png")
    #expect(refused.status == 1 && refused.error.contains("a.png"))
    #expect(FileManager.default.contents(atPath: program.folder.path("a.png")) == Data([1]))
    #expect(try await program.run("text", "card", "a", "-o", "a.png", "--force").status == 0)
    #expect(try image("a.png").1.width == 1080)
  }

  @Test("replaces no camera's raw file")
  func rawOutput() async throws {
    let raw = Array("FUJIFILMCCD-RAW 0201FF119502".utf8)
    try program.folder.write(raw, to: "raw.jpg")
    let result = try await program.run("text", "card", "a", "-o", "raw.jpg", "--force")
    #expect(result.status == 1 && result.error.contains("raw.jpg is a camera's raw file"))
    #expect(try program.folder.read("raw.jpg") == raw)
  }

  @Test("refuses what it cannot draw, and writes nothing")
  func refused() async throws {
    try program.folder.write(
      Array("key,text\nb,\(String(repeating: "word ", count: 1_900))\n".utf8), to: "long.csv")
    _ = try await program.run("collection", "add", "long.csv")
    let long = try await program.run("text", "card", "b", "-o", "b.png")
    #expect(
      long.status == 1
        && long.error.contains("has 9499 characters; a card of this shape holds at most "),
      "\(long.error)")
    #expect(long.error.contains("in readable type; --shape story holds the most"))
    let unknown = try await program.run("text", "card", "z", "-o", "b.png")
    #expect(unknown.status == 1 && unknown.error == "Error: there is no text z.\n")
    let font = try await program.run("text", "card", "a", "-o", "b.png", "--font", "No Such Face")
    #expect(font.status == 1 && font.error.contains("“No Such Face” is not a font"))
    try program.folder.write([0xFF, 0xD8, 0xFF], to: "broken.jpg")
    let photo = try await program.run(
      "text", "card", "a", "-o", "b.png", "--photo", "broken.jpg")
    #expect(photo.status == 1 && photo.error.hasPrefix("Error: broken.jpg: "))
    let post = try await program.run("text", "card", "a", "-o", "b.png", "--photo", "12")
    #expect(post.status == 1 && post.error.contains("12"))
    for ending in ["b.gif", "b", "b.txt"] {
      let other = try await program.run("text", "card", "a", "-o", ending)
      #expect(other.status == 64 && other.error.contains(".png, .jpg or .webp"))
    }
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("b.png")))
  }

  @Test("draws on a photo, and on that of a post without its label")
  func photo() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "photo.jpg")
    let posted = try await program.run("post", "photo.jpg")
    #expect(posted.status == 0)
    for photo in ["photo.jpg", "1"] {
      let made = try await program.run("text", "card", "a", "-o", "\(photo).png", "--photo", photo)
      #expect(made.status == 0 && made.error == "")
    }
    let (file, post) = (try image("photo.jpg.png").1, try image("1.png").1)
    for (x, y) in [(10, 10), (200, 1000), (1070, 1070), (540, 400)] {
      #expect(file[x, y] == post[x, y])
    }
    let white = RGBA(red: 255, green: 255, blue: 255)
    #expect((0..<1080).contains { y in (0..<1080).contains { x in file[x, y] == white } })
  }

  @Test("is posted as the day's photo, and the post keeps its text, also through an export")
  func posted() async throws {
    let posted = try await program.run(
      "text", "post", "a", "--caption", "At breakfast", "--star", "--tag", "verse", "--json")
    #expect(posted.status == 0 && posted.error == "")
    func check(_ post: [String: Any]?) {
      #expect(post?["textKey"] as? String == "a")
      #expect(post?["textCollection"] as? String == "sayings")
      #expect(post?["caption"] as? String == "At breakfast" && post?["starred"] as? Bool == true)
      #expect(post?["timeSource"] as? String == "given")
    }
    check(posted.json.first)
    let used = try await program.run("text", "list", "--used", "--json")
    #expect(used.json.map { $0["key"] as? String } == ["a"])
    check(try await program.run("list", "today", "--json").json.first)
    let shown = try await program.run("show", "1")
    #expect(shown.output.contains("Text      a of sayings"))

    // The same card is posted once more where it is asked for.
    let twice = try await program.run("text", "post", "a")
    #expect(twice.status == 1 && twice.error.contains("--again"))
    #expect(try await program.run("text", "post", "a", "--again").status == 0)

    // Names stay where the collection goes.
    _ = try await program.run("collection", "remove", "sayings")
    #expect(try await program.run("export", "copy").status == 0)
    try await program.addOwner("berta")
    let imported = try await program.run("import", "copy", "--again", owner: "berta")
    #expect(imported.status == 0, "\(imported.error)")
    let copy = try await program.run("show", "1", "--json", owner: "berta")
    check(copy.json.first)
    let good = try await program.run("check")
    #expect(good.status == 0 && (good.output + good.error).contains("all is well"))
  }

  @Test("takes a face by its file, beside the bundled ones by its name")
  func fonts() async throws {
    let face = Checkout.fixture("Fonts/NotoSansHebrew-subset.ttf")
    let byPath = try await program.run("text", "card", "a", "-o", "a.png", "--font", face)
    #expect(byPath.status == 0)
    let byName = try await program.run(
      "text", "card", "a", "-o", "b.png", "--font", "NanumGothicBold",
      environment: ["DAYSTAMP_FONTS": Checkout.faces])
    #expect(byName.status == 0)
    _ = try await program.run("text", "card", "a", "-o", "c.png", "--font", "hangul")
    let files = ["a", "b", "c"].map {
      FileManager.default.contents(atPath: program.folder.path("\($0).png"))
    }
    #expect(files[1] == files[2] && files[0] != files[1])
  }
}
