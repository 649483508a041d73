package import CaptureTime

/// An entry of another program's journal, as the post that it becomes here.
///
/// A reader gives what the source says. Whether it is a tag, a caption or a time that can be posted is decided
/// where it is stored, and nothing is cut off in silence.
package struct ArrivedPost: Sendable, Hashable {
  /// The source's own id of the entry. Nil where it has none: then its content tells it from others.
  package var id: String?
  /// Where it stands in the source.
  package var place: ArrivalPlace
  /// When it was: a wall clock without an offset is that of ``zone``, or else of the journal. Its source is
  /// `.given`.
  package var time: CaptureTime
  /// The zone that decides its day; nil for the journal's.
  package var zone: CaptureZone?
  package var title = ""
  /// Markdown; `![caption](photo:2)` shows the second of ``photos``.
  package var words = ""
  /// From 1, the worst, to 5; nil where it has none.
  package var mood: Int?
  package var isStarred = false
  /// Names without "#".
  package var tags: [String] = []
  /// Photos and videos in their order.
  package var photos: [ArrivedPhoto] = []
  /// Names of people on its photos or in it, which come only where they are asked for.
  package var people: [String] = []
  /// The messages of a chat that it is made of, in their order. A day of a chat may go on after it came; then
  /// those that did not come yet are another post.
  package internal(set) var messages: [ChatMessage] = []

  package init(id: String? = nil, at place: ArrivalPlace, time: CaptureTime) {
    (self.id, self.place, self.time) = (id, place, time)
  }
}

/// A photo or a video of an entry.
package struct ArrivedPhoto: Sendable, Hashable {
  /// Its file among the source's.
  package var file: ArrivalFile
  /// Its description there, of any length.
  package var caption = ""
  /// Its own time where the source says it better than the file; nil for the file's.
  package var time: CaptureTime?

  package init(_ file: ArrivalFile, caption: String = "", time: CaptureTime? = nil) {
    (self.file, self.caption, self.time) = (file, caption, time)
  }
}

/// Where something stands in a source, for messages.
package struct ArrivalPlace: Sendable, Hashable {
  /// The file's name in the source; empty where the source is that file.
  package var file: String
  package var position: Position?

  package enum Position: Sendable, Hashable {
    /// The line, counted from 1.
    case line(Int)
    /// The entry, counted from 1.
    case entry(Int)
  }

  package init(_ file: String, _ position: Position? = nil) {
    (self.file, self.position) = (file, position)
  }
}

/// What a reader finds, in the order of the source.
package enum ArrivedItem: Sendable, Hashable {
  case post(ArrivedPost)
  /// Something that has no place here.
  case leftOut(LeftOut, at: ArrivalPlace, example: String)
  /// An entry that cannot be read, so that only the others come; of a mood or a file, only that is left out, and
  /// the rest of the entry follows as a post.
  case fault(ArrivalFault, at: ArrivalPlace)

  /// What has no place in a journal of this program.
  package enum LeftOut: String, Sendable, Hashable, CaseIterable {
    case audio, drawing, document, location, weather, relation, comment, message, list, habit,
      template
    /// A member or column that the format's reader does not know.
    case unknown
  }
}

/// Why an entry cannot come, or not whole.
package enum ArrivalFault: Error, Sendable, Hashable {
  /// It is not what the format has there.
  case syntax(detail: String)
  /// It has no time, or none that can be read.
  case time(String)
  case mood(String)
  /// A file that it names is not there.
  case missingFile(String)
  /// It has more bytes than this.
  case tooLarge(limit: Int)
  /// A little of an archive becomes more than any file of a journal has of it.
  case expandsTooMuch
  /// It has the id of another entry, with other content.
  case sameID(String)
}
