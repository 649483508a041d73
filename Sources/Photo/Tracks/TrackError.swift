package import Files

/// Why a file has no track that can be used.
package enum TrackError: Error, Sendable, Hashable {
  case file(FileError)
  /// It is neither GPX nor NMEA nor JSON.
  case unknownFormat
  /// XML with another root element than `gpx`.
  case otherXML(root: String)
  /// It has a document type, which could declare entities.
  case documentType(line: Int)
  case xml(line: Int, detail: String)
  /// Elements or brackets are in one another deeper than this.
  case depth(line: Int, limit: Int)
  /// A tag or a comment has more bytes than this.
  case markup(line: Int, limit: Int)
  case json(line: Int)
  /// An element of a timeline has more bytes than this.
  case element(line: Int, limit: Int)
  /// It ends within an element.
  case cut(line: Int)
  case tooManyPoints(line: Int, limit: Int)
  /// It has none but those that are left out.
  case noPoints(TrackLosses)
}
