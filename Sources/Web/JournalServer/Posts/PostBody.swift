import CaptureTime
import Files
import Formats
import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Wording

/// A post as programs see it over the network, with the kind of its photo.
struct PostBody: Encodable, Sendable {
  private let post: PostDescription
  private let mediaType: String?

  private enum Key: CodingKey { case mediaType }

  init(_ post: Post) {
    self.post = PostDescription(post) { photo, post in
      PhotoDescription(photo, of: post, mediaType: photo.file.path.mediaType)
    }
    mediaType = post.photos.first?.file.path.mediaType
  }

  func encode(to encoder: any Encoder) throws {
    try post.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(mediaType, forKey: .mediaType)
  }

  static func path(_ number: Int) -> String { "/api/v1/posts/\(number)" }
}

extension Post {
  /// Names this state of the post: everything of it that programs see.
  ///
  /// - Throws: what `JSONEncoder` throws.
  var tag: EntityTag {
    get throws {
      EntityTag(hash: StampMark.hash(try JSONLine.bytes(PostBody(self))))
    }
  }
}

extension Response {
  /// A post with its tag, by which it can be changed.
  static func post(
    _ post: Post, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.eTag] = try post.tag.description
    return try .json(PostBody(post), status: status, headers: headers)
  }
}

/// All tags with how many posts have them.
struct TagList: Encodable {
  let tags: [TagCount]
}

/// All posts of a kind, of which there are not many.
struct PostList: Encodable {
  let posts: [PostBody]
}

extension Schema {
  static let post = Schema.object(
    "Post",
    [
      "number": .integer(from: 1),
      "kind": .choice(
        ["photo", "words", "both", "mood"],
        "What it consists of: a photo, words, both, or neither but a mood."),
      "day": .date(),
      "time": .string(
        "With as much of the time of day as is known.", examples: ["2024-01-31T23:59:58+09:00"]),
      "timePrecision": .choice(of: CaptureTimePrecision.self),
      "timeSource": .string(
        "Where the time was found.", examples: ["exif:DateTimeOriginal", "fileName", "given"]),
      "timeZone": .string(examples: ["Asia/Seoul"]),
      "offsetAssumed": .boolean(
        "Whether the photo did not say the offset, so that it is the time zone's."),
      "caption": .string("The first photo's line; empty where it has none."),
      "starred": .boolean(),
      "tags": .array(of: .string()),
      "posted": .dateTime(),
    ],
    optional: [
      "title": .string("Missing where there is none."),
      "words": .string("Markdown; missing where there are none."),
      "mood": .mood,
      "morning": .constant(true, "Only of a morning page, of which a day has at most one."),
      "writtenLater": .constant(
        true, "Only where words or mood came on a later day than the one that they are about."),
      "written": .dateTime("When the words were written as they are."),
      "photos": .array(of: .photo, "In their order; missing where there are none."),
      "mediaType": .string(
        "The first photo's, as all that is said of a photo beside photos, until 0.2.",
        examples: ["image/jpeg"]),
      "sha256": .sha256,
      "originalSha256": .sha256,
      "originalName": .string(
        "The name that the photo came with; missing where it came with none."),
      "textCollection": .string(
        "Where the photo is the card of a text, the name of the text's collection."),
      "textKey": .string("Likewise the text's key."),
      "edit": .photoEdit,
      "trashed": .dateTime("Only of what is in the trash."),
    ])

  static let photo = Schema.object(
    "Photo",
    [
      "caption": .string("Its line; empty where it has none."),
      "time": .string("What its label shows.", examples: ["2024-01-31T23:59:58+09:00"]),
      "timeSource": .string("Where the time was found.", examples: ["exif:DateTimeOriginal"]),
      "sha256": .sha256,
      "originalSha256": .sha256,
    ],
    optional: [
      "cover": .constant(true, "Only of the one that stands for the post."),
      "mediaType": .string(examples: ["image/jpeg"]),
      "originalName": .string("The name that it came with; missing where it came with none."),
      "textCollection": .string("Of the card of a text, the name of the text's collection."),
      "textKey": .string("Likewise the text's key."),
      "edit": .photoEdit,
      "width": .integer("In pixels, as it is displayed.", from: 1),
      "height": .integer("Likewise.", from: 1),
      "video": .object(
        [
          "place": .choice(
            ["itself", "within", "beside"],
            "Whether the part is a video, or has one in its file (motion photo) or beside it (Live Photo)."
          ),
          "bytes": .integer("Of the video.", from: 1),
        ], optional: ["duration": .number("In seconds.", in: 0...31_622_400)]),
    ])

  private static let photoEdit = Schema.string(
    """
    What was done to the photo before it was stamped, as words of which each may be \
    missing: rotate=90 (clockwise; or 180, 270), crop=4:5 (square or any ratio of width \
    to height; or four fractions of the turned photo, left, top, width, height), \
    gravity=0.5,0 (the share of what a ratio cuts off that lies left and above), exact, \
    filter=sepia. Missing where nothing was done; the original is the whole photo.
    """, length: 0...PhotoEdit.byteLimit,
    examples: ["rotate=90 crop=0.1,0.2,0.5,0.5 filter=nashville"])

  static let sha256 = Schema.string(matching: "^[0-9a-f]{64}$").named("SHA256")

  static let postList = Schema.list("posts", of: .post).named("PostList")

  static let tagList = Schema.list(
    "tags",
    of: .object([
      "tag": .string("As it was first written.", examples: ["sea"]),
      "count": .integer("How many posts have it; those in the trash do not count.", from: 1),
    ])
  ).named("TagList")
}
