import CaptureTime
import Files
import Formats
import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Wording

/// A post in the interface, with the media type of its photo.
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

/// All tags with their number of posts.
struct TagList: Encodable {
  let tags: [TagCount]
}

/// All posts of a kind that has only a few.
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
        "What the post has: a photo, words, both, or only a mood."),
      "day": .date(),
      "time": .string(
        "With the time of day as far as it is known.", examples: ["2024-01-31T23:59:58+09:00"]),
      "timePrecision": .choice(of: CaptureTimePrecision.self),
      "timeSource": .string(
        "Where the time comes from.", examples: ["exif:DateTimeOriginal", "fileName", "given"]),
      "timeZone": .string(examples: ["Asia/Seoul"]),
      "offsetAssumed": .boolean(
        "Whether the offset is that of the time zone, because the photo has none."),
      "caption": .string("The first photo's caption; empty if it has none."),
      "starred": .boolean(),
      "tags": .array(of: .string()),
      "posted": .dateTime(),
    ],
    optional: [
      "title": .string("Missing if there is none."),
      "words": .string("Markdown; missing if there are no words."),
      "mood": .mood,
      "morning": .constant(true, "Only for a morning page; a day has at most one."),
      "writtenLater": .constant(
        true, "Only if words or mood were written on a later day than the post's."),
      "written": .dateTime("When the current words were written."),
      "photos": .array(of: .photo, "In their order; missing if there are none."),
      "mediaType": .string(
        "From the first photo, like all fields about a photo outside photos; until 0.2.",
        examples: ["image/jpeg"]),
      "sha256": .sha256,
      "originalSha256": .sha256,
      "originalName": .string("The photo's original file name; missing if it had none."),
      "textCollection": .string(
        "If the photo is the card of a text, the name of the text's collection."),
      "textKey": .string("If the photo is the card of a text, the text's key."),
      "edit": .photoEdit,
      "trashed": .dateTime("Only for posts in the trash."),
    ])

  static let photo = Schema.object(
    "Photo",
    [
      "caption": .string("Its caption; empty if it has none."),
      "time": .string("The time on its label.", examples: ["2024-01-31T23:59:58+09:00"]),
      "timeSource": .string("Where the time comes from.", examples: ["exif:DateTimeOriginal"]),
      "sha256": .sha256,
      "originalSha256": .sha256,
    ],
    optional: [
      "cover": .constant(true, "Only for the post's cover."),
      "mediaType": .string(examples: ["image/jpeg"]),
      "originalName": .string("Its original file name; missing if it had none."),
      "textCollection": .string("For the card of a text, the name of the text's collection."),
      "textKey": .string("For the card of a text, the text's key."),
      "edit": .photoEdit,
      "width": .integer("In pixels, as displayed.", from: 1),
      "height": .integer("Likewise.", from: 1),
      "video": .object(
        [
          "place": .choice(
            ["itself", "within", "beside"],
            """
            Whether this is a video, or has one in its file (motion photo) or beside it (Live \
            Photo).
            """
          ),
          "bytes": .integer("The video's size.", from: 1),
        ], optional: ["duration": .number("In seconds.", in: 0...31_622_400)]),
      "raw": .object(
        [
          "bytes": .integer("The size of the camera's raw file, which is kept too.", from: 1),
          "sha256": .sha256,
        ], optional: ["name": .string(examples: ["IMG_1.CR2"])]),
    ])

  private static let photoEdit = Schema.string(
    """
    The edit applied to the photo before stamping, as words, each optional: rotate=90 (clockwise; \
    or 180, 270), crop=4:5 (square or any ratio of width to height; or four fractions of the \
    turned photo: left, top, width, height), gravity=0.5,0 (the share of the cut that lies left \
    and above), exact, filter=sepia. Missing without an edit; the original stays the whole photo.
    """, length: 0...PhotoEdit.byteLimit,
    examples: ["rotate=90 crop=0.1,0.2,0.5,0.5 filter=nashville"])

  static let sha256 = Schema.string(matching: "^[0-9a-f]{64}$").named("SHA256")

  static let postList = Schema.list("posts", of: .post).named("PostList")

  static let tagList = Schema.list(
    "tags",
    of: .object([
      "tag": .string("Spelled as first written.", examples: ["sea"]),
      "count": .integer("How many posts have it, without those in the trash.", from: 1),
    ])
  ).named("TagList")
}
