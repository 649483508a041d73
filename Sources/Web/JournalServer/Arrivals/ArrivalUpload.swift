import Arrivals
import Files
import Journal
import Stamping
import Store
import Synchronization
import SystemPackage

/// A file of another program's journal, as it is sent piece by piece. It has no name on the disk, and its room is
/// freed with this object.
final class ArrivalUpload: Sendable {
  /// What the sender calls it: one component of a path.
  let name: String
  /// The bytes that are announced.
  let size: Int
  /// When it was last changed on the sender's machine, as that says; it tells two files of one name apart.
  let changed: String

  private let file: ReceivedFile
  /// The bytes that are here; nil once some could not be written.
  private let count: Mutex<Int?>

  /// An empty file.
  ///
  /// - Throws: `FileError`.
  init(named name: String, size: Int, changed: String, in folder: FilePath) throws {
    (self.name, self.size, self.changed) = (Self.component(name), size, changed)
    file = try ReceivedFile(named: self.name, in: folder)
    count = Mutex(0)
  }

  /// A file that came within a form.
  init(_ file: ReceivedFile) throws {
    size = Int(try file.photo.path.stat().size)
    (name, changed, self.file) = (Self.component(file.name), "", file)
    count = Mutex(size)
  }

  /// Nil once some could not be written.
  var received: Int? { count.withLock { $0 } }
  var isWhole: Bool { received == size }
  /// Where it can be read while this is kept.
  var path: FilePath { file.photo.path }

  func isSame(named name: String, size: Int, changed: String) -> Bool {
    (self.name, self.size, self.changed) == (Self.component(name), size, changed)
      && received != nil
  }

  /// Writes what follows a number of bytes, if just so many are here: of two who send the same, one counts.
  ///
  /// - Returns: whether it was written.
  /// - Throws: `FileError`; then the file is of no more use.
  func append(_ bytes: [UInt8], at offset: Int) throws -> Bool {
    try count.withLock { count in
      guard count == offset, offset + bytes.count <= size else { return false }
      count = nil
      try file.append(bytes)
      count = offset + bytes.count
      return true
    }
  }

  private static func component(_ name: String) -> String {
    let last = FileName.last(of: name)
    return last.isEmpty ? "journal" : String(last.prefix(200))
  }
}

/// What a person says of a file that is to be imported.
struct ArrivalChoice: Sendable, Hashable {
  /// Nil for the one that is recognised.
  var format: ArrivalFormat?
  /// The person's name in a chat.
  var author: String?
  /// Whether days come before months in a chat; nil where its dates decide.
  var isDayFirst: Bool?
  /// Whether the names of people become tags.
  var takesPeople = false

  init() {}

  /// - Throws: ``Problem`` for a format that there is none of.
  init(_ form: Form) throws {
    let query = Query(form)
    format = try query.choice("format")
    author = try query.text("author")
    isDayFirst = form["order"].flatMap { ["day": true, "month": false][$0] }
    takesPeople = form["people"] != nil
  }

  var readerOptions: ArrivalOptions {
    var options = ArrivalOptions()
    (options.author, options.isDayFirst) = (author, isDayFirst)
    return options
  }
}

extension ArrivalFormat {
  /// Whether it is a conversation, in which the owner is one of several.
  var isChat: Bool { [.whatsApp, .signal, .telegram].contains(self) }
}
