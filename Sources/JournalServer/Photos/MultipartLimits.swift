/// What a multipart body may have; all sizes in bytes.
struct MultipartLimits: Sendable {
  /// The headers of a part, and what stands before the first part.
  var header = 8 * 1_024
  var parts = 64
  /// The content of all parts that are no file.
  var fields = 64 * 1_024
  /// A file.
  var file = 100_000_000
  var files: Int

  /// The whole body.
  var body: Int { files * file + fields + parts * header }

  /// What is told of a longer one: the limit of its photos, for what else it may have is little.
  var bodyTooLong: MultipartError { .bodyTooLong(limit: files * file) }

  /// For a program, which sends one photo at a time.
  static let onePhoto = MultipartLimits(files: 1)
  /// For a form of a page, in which a person may choose several.
  static let form = MultipartLimits(files: 20)
}

/// Why a body is no form that is taken.
enum MultipartError: Error, Hashable, Sendable {
  /// The content type is another one, or says no boundary.
  case notMultipart
  /// The body does not begin with the boundary that its content type says.
  case noDelimiter
  /// Something stands behind the boundary that follows this part, counted from 1.
  case badDelimiter(part: Int)
  case headersTooLong(limit: Int)
  /// A part without a name (RFC 7578, section 4.2).
  case noName
  case tooManyParts(limit: Int)
  case tooManyFiles(limit: Int)
  case fieldTooLong(name: String, limit: Int)
  case fieldNotText(name: String)
  case fileTooLong(limit: Int)
  case bodyTooLong(limit: Int)
  /// The body has another length than its header says.
  case length(observed: Int, announced: Int)
  case endsEarly(part: Int)
  /// The sender is gone, or what it sends is not HTTP.
  case interrupted
}
