import Shell
import Files
import Foundation
import Store
import SystemPackage
import Texts
import Wording

/// A text while the person writes it in their editor: a file of their own (0600) in a folder that
/// nobody else can enter, with what the editor puts beside it.
struct Draft: Sendable {
  private let folder: DraftFolder
  private let kind: TypedText
  private let beginning: [UInt8]

  private var file: FilePath { folder.path.pushing(kind.fileName) }

  /// Has a text written, and does work with it.
  ///
  /// The file goes once the work is done. Where it is not, and the file has anything in it that it had
  /// not at first, it stays and is named: nobody writes a text twice.
  ///
  /// - Parameters:
  ///   - kind: the kind of text.
  ///   - beginning: what the editor shows at first.
  ///   - again: the command that takes the text from its file.
  ///   - work: takes the text as it was saved.
  /// - Returns: what the work gives.
  /// - Throws: ``DraftError``, and what the work throws.
  static func write(
    _ kind: TypedText, _ beginning: String, again: KeptCommand,
    work: (String) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let editor = try editor(for: kind)
    let draft = try Draft(kind, beginning)
    do {
      try draft.edit(with: editor)
      let status = try await work(draft.text())
      if status == .success { draft.remove() } else { draft.keepIfNew(again, after: nil) }
      return status
    } catch {
      draft.keepIfNew(again, after: error)
      throw error
    }
  }

  /// Does work with a text that was typed on the terminal, and keeps it as ``write(_:_:again:work:)``
  /// does where the work is not done.
  ///
  /// - Parameters:
  ///   - kind: the kind of text.
  ///   - text: the text.
  ///   - again: the command that takes the text from its file.
  ///   - work: what to do with it.
  /// - Returns: what the work gives.
  /// - Throws: what the work throws.
  static func keeping(
    _ kind: TypedText, _ text: String, again: KeptCommand, work: () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    do {
      return try await work()
    } catch {
      try Draft(kind, "", holding: text).keepIfNew(again, after: error)
      throw error
    }
  }

  /// What starts the person's editor, as a shell reads it: `$VISUAL`, else `$EDITOR`.
  private static func editor(for kind: TypedText) throws(DraftError) -> String {
    let environment = ProcessInfo.processInfo.environment
    let commands = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
    guard let command = commands.first(where: { $0.contains { !$0.isWhitespace } }) else {
      throw .noEditor(kind)
    }
    return command
  }

  private init(_ kind: TypedText, _ text: String, holding others: String = "") throws {
    self.kind = kind
    beginning = Array((text.isEmpty ? "" : text + "\n").utf8)
    folder = try DraftFolder()
    try folder.create(kind.fileName, beginning + Array(others.utf8))
  }

  /// Tells a person at a terminal where texts lie that earlier runs did not store.
  static func tellOfLeft() {
    guard Console.isWatched else { return }
    for path in DraftFolder.left(named: TypedText.allCases.map(\.fileName)) {
      Console.say(Wording.draftOfEarlierRun(path))
    }
  }

  /// Starts the editor as git does, so that its command may have arguments, and waits for its end.
  private func edit(with editor: String) throws {
    let command = ["-c", "\(editor) \"$@\"", editor].map { SpawnedProgram.Argument($0) }
    let end: SpawnedProgram.End
    do throws(Errno) {
      end = try SpawnedProgram("/bin/sh", command + [.init(file)], .here).wait()
    } catch {
      throw DraftError.notStarted(editor, error)
    }
    switch end.status {
    case 0: return
    // sh(1): the command was not found.
    case 127: throw DraftError.noSuchEditor(editor)
    case let status: throw DraftError.failed(editor, status: status)
    }
  }

  private func text() throws -> String {
    let bytes = try bytes()
    guard bytes.count <= kind.limit else { throw DraftError.tooLong(kind) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw DraftError.notUTF8 }
    return text
  }

  private func bytes(isToBeKept: Bool = false) throws -> [UInt8] {
    try folder.read(kind.fileName, upTo: kind.limit + 1, isToBeKept: isToBeKept)
  }

  private func keepIfNew(_ again: KeptCommand, after error: (any Error)?) {
    do {
      let bytes = try bytes(isToBeKept: true)
      let isNew = bytes != beginning && !String(decoding: bytes, as: UTF8.self).kept.isEmpty
      guard isNew else { return remove() }
      Console.say(
        Wording.keptDraft(
          file, again, over: error.map(KeptCommand.isConflict) == true ? again.conflict : nil))
    } catch let left as DraftError {
      // A file that somebody else put there stays: it may hold the words.
      if error as? DraftError != left { Console.say(Wording.sentence(for: left)) }
    } catch {
      remove()
    }
  }

  private func remove() {
    do {
      try FileManager.default.removeItem(atPath: folder.path.string)
    } catch {
      Console.say(Wording.leftDraft(folder.path))
    }
  }
}

/// The command that takes a text from the file in which it was kept.
struct KeptCommand: Sendable {
  /// What it does with what somebody else wrote meanwhile.
  enum Conflict: Sendable {
    /// The command that lists the others' words.
    case replacesWords(versions: String)
    case replacesCaption
    case adds
  }

  /// What stands before "< FILE".
  let command: String
  let conflict: Conflict?

  /// - Parameters:
  ///   - words: the command's words, not yet as a shell takes them.
  ///   - conflict: what it does with what somebody else wrote meanwhile; nil where nobody can have.
  init(_ words: [String], _ conflict: Conflict? = nil) {
    command = Self.line(words)
    self.conflict = conflict
  }

  /// Words as a shell takes them.
  static func line(_ words: [String]) -> String {
    words.map(Wording.shellWord).joined(separator: " ")
  }

  fileprivate static func isConflict(_ error: any Error) -> Bool {
    switch error {
    case JournalError.changedMeanwhile, JournalError.morningExists, NoteError.changed: true
    default: false
    }
  }
}

/// What a person writes, and where its length ends to be one that is read at all.
enum TypedText: Sendable, Hashable, CaseIterable {
  case caption, words

  /// Bytes: more than any stored text, so that the error for a longer one says by how much.
  var limit: Int {
    switch self {
    case .caption: 1 << 16
    case .words: 1 << 22
    }
  }

  /// The name that shows an editor the file's type.
  fileprivate var fileName: ContainedPath {
    switch self {
    case .caption: "caption.txt"
    case .words: "words.md"
    }
  }

  var word: ErrorMessage.Value {
    switch self {
    case .caption: .word(english: "caption", korean: "사진 설명")
    case .words: .word(english: "words", korean: "글")
    }
  }
}

/// Why no text was written.
enum DraftError: Error, Sendable, Hashable, Worded {
  /// The environment names no editor.
  case noEditor(TypedText)
  case noSuchEditor(String)
  case notStarted(String, Errno)
  /// The editor ended with another status than 0, as with `:cq` in vi.
  case failed(String, status: Int)
  /// Nothing was written, or only white space.
  case empty
  /// More bytes than are read.
  case tooLong(TypedText)
  case notUTF8
  /// What the editor left in the text's place is not a file of the person's own.
  case replaced(FilePath)

  var wording: ErrorMessage {
    switch self {
    case .noEditor(let kind): ErrorMessage("draft.no-editor", ["what": kind.word])
    case .noSuchEditor(let editor):
      ErrorMessage("draft.unknown-editor", ["editor": .text(editor)])
    case .notStarted(let editor, let errno):
      ErrorMessage("draft.not-started", ["editor": .text(editor), "errno": .text("\(errno)")])
    case .failed(let editor, let status):
      ErrorMessage("draft.failed", ["editor": .text(editor), "status": .number(status)])
    case .empty: ErrorMessage("draft.empty")
    case .tooLong(let kind):
      ErrorMessage("draft.too-long", ["what": kind.word, "limit": .number(kind.limit)])
    case .notUTF8: ErrorMessage("draft.not-utf8")
    case .replaced(let path): ErrorMessage("draft.replaced", ["path": .path(path)])
    }
  }
}
