import Files
import Hummingbird
import Journal
import Markup
import Store
import Texts
import Wording

/// The note of a text on pages: read, written and restored from a version.
struct NotePageRoutes: ServerRoutes {
  let server: ServerParts
  let forms: FormBodies
  let drafts: Drafts

  private static let path = "/texts/note"

  func add(to routes: Routes) {
    routes.unlocked(.get, Self.path) { request, _, visit in
      let draft = try await drafts.draft(of: request, for: visit)
      if let draft {
        let form = Form(fields: draft.fields.merging(["draft": draft.name.text]) { $1 })
        return try await page(try Self.chosen(form), request, visit, typed: form, isDraft: true)
      }
      let chosen = try ChosenText(Query(of: request))
      // What was typed here and not saved is there again, also without its name.
      let kept = try await drafts.all(visit, at: Self.path).first {
        $0.fields["key"] == chosen.key && $0.fields["collection"] == chosen.collection?.text
      }
      let form = kept.map { Form(fields: $0.fields.merging(["draft": $0.name.text]) { $1 }) }
      return try await page(chosen, request, visit, typed: form, isDraft: form != nil)
    }
    routes.unlockedForm(Self.path, readBy: forms, keptIn: drafts) { request, _, visit, sent in
      try await save(sent.form, request, visit)
    }
    routes.unlocked(.post, "/texts/note/discard") { request, _, visit in
      let form = try await Form(of: request)
      try await drafts.remove(form.draftName, at: Self.path, visit, isSaved: false)
      return .redirect(to: try ChosenText(form).map(Self.address) ?? ReadingPaths.notes)
    }
    routes.unlocked(.get, "/texts/note/versions") { request, _, visit in
      let query = Query(of: request)
      let (chosen, words) = (try ChosenText(query), pages.words(for: request))
      let number = try query.text("version").flatMap { _ in
        try query.number("version", in: 1...Int(Int32.max))
      }
      let content = try await workers.run {
        try NoteVersionsPage(chosen: chosen, visit: visit, words: words).content(of: number)
      }
      return try await page(of: "note-versions", content, for: request)
    }
    routes.unlocked(.post, "/texts/note/restore") { request, _, visit in
      let form = try await Form(of: request)
      let chosen = try Self.chosen(form)
      guard let version = form["version"].flatMap({ Int($0) }) else {
        throw Problem("form.encoding")
      }
      try await visit.run { journal in
        _ = try journal.notes.restore(
          version, of: chosen.key, in: chosen.collection, now: now())
      }
      return .redirect(to: Self.address(chosen) + "&saved=1")
    }
  }

  private static func chosen(_ form: Form) throws -> ChosenText {
    guard let chosen = try ChosenText(form) else { throw Problem("form.encoding") }
    return chosen
  }

  private static func address(_ chosen: ChosenText) -> String {
    ReadingPaths.note(of: chosen.key, in: chosen.collection?.text ?? "")
  }

  private func save(_ form: Form, _ request: Request, _ visit: Visit) async throws -> Response {
    let chosen = try Self.chosen(form)
    do {
      let hash = try NoteHash(form["hash"] ?? "").bytes
      let words = try PostWords(form["words"] ?? "")
      try await visit.run { journal in
        _ = try journal.notes.save(
          words, of: chosen.key, in: chosen.collection, insteadOf: hash, now: now())
      }
    } catch {
      // What was typed is there again, and beside it what is stored, where another device wrote that.
      let problem = Problem(error)
      guard [409, 422].contains(problem.status) else { throw problem }
      return try await page(chosen, request, visit, typed: form, refused: problem)
    }
    try await drafts.remove(form.draftName, at: Self.path, visit, isSaved: true)
    return .redirect(to: Self.address(chosen) + "&saved=1")
  }

  /// The page of a note.
  ///
  /// - Parameters:
  ///   - chosen: its text.
  ///   - request: says in which language.
  ///   - visit: whose note.
  ///   - form: what a person typed, which is there again.
  ///   - isDraft: whether that was kept, and not sent to be saved.
  ///   - refused: why that was not taken.
  /// - Returns: the page, with the status of what was wrong.
  /// - Throws: `TextError`, `JournalError`.
  private func page(
    _ chosen: ChosenText, _ request: Request, _ visit: Visit, typed form: Form?,
    isDraft: Bool = false, refused: Problem? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    let isConflict = refused?.name == "note-changed"
    var content = try await visit.run { journal in
      let text = try journal.texts.text(chosen.key, in: chosen.collection)
      let language = try journal.collections.collection(text.collection).language
      let note = try journal.notes.note(of: text.key, in: text.collection)
      let zone = try journal.settings.current().zone
      let renderer = WordsOnPage(journal: journal, pictures: visit.pictures, texts: words)
      let versions = try journal.notes.versions(of: text.key, in: text.collection).count
      var content = TextOnPage(text: text, language: language, now: now(), words: words).content
      content["title"] = words("noteOf", ["text": text.reference])
      content["words"] = form?["words"] ?? note?.words ?? ""
      content["html"] =
        (form == nil ? try note.map { try renderer.html($0.words, firstHeading: 2) } : nil).once
      content["written"] =
        note.map {
          words("noteWritten", ["time": words.time(of: $0.written, in: zone)])
        }.once
      // What is typed is about the note that it was begun of, but once what is stored is shown beside it.
      let seen = isConflict ? nil : form?["hash"]
      content["hash"] = seen ?? (note?.hash ?? Note.hash(of: "")).hexadecimal
      content["stored"] = (isConflict ? note?.words ?? "" : nil).once
      content["hasVersions"] = versions > 0
      content["versions"] = ReadingPaths.noteVersions(of: text.key, in: text.collection.text)
      content["verse"] = ReadingPaths.verse(text).once
      return content
    }
    content["isEditing"] = form != nil || content["html"].map { ($0 as? [String])?.isEmpty } == true
    content["isUnsaved"] = form != nil
    content["isRefused"] = refused != nil
    content["isDraft"] = isDraft
    content["draft"] = form?.draftName?.text ?? DraftName().text
    content["isSaved"] = try form == nil && Query(of: request)["saved"] != nil
    content["problem"] = refused.map(words.problem) ?? []
    return try await page(
      of: "note", content, for: request, status: .init(code: refused?.status ?? 200))
  }
}

/// The SHA-256 of the note that a form began with, in hexadecimal.
private struct NoteHash {
  let bytes: [UInt8]

  /// - Throws: ``Problem`` where it is none.
  init(_ text: String) throws {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 64, digits.count == text.utf8.count else {
      throw Problem("field.named", ["name": "hash"])
    }
    bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

/// The versions of a note, or one of them.
private struct NoteVersionsPage {
  let chosen: ChosenText
  let visit: Visit
  let words: Words

  /// For the template `note-versions`.
  ///
  /// - Throws: `NoteError`, `TextError`, `JournalError`.
  func content(of number: Int?) throws -> PageContent {
    let journal = visit.journal
    let text = try journal.texts.text(chosen.key, in: chosen.collection)
    let zone = try journal.settings.current().zone
    let (key, collection) = (text.key, text.collection.text)
    func line(_ version: NoteVersion) -> PageContent {
      [
        "number": "\(version.number)",
        "title": words("versionTitle", ["number": "\(version.number)"]),
        "path": ReadingPaths.noteVersions(of: key, in: collection, version.number),
        "times": words(
          "versionWritten",
          [
            "written": words.time(of: version.written, in: zone),
            "replaced": words.time(of: version.replaced, in: zone),
          ]),
        "line": Markup.firstLine(of: version.words),
        "size": words.count(version.words.count, "charCount"),
      ]
    }
    var content: PageContent = [
      "reference": text.reference, "key": key, "collection": collection,
      "note": ReadingPaths.note(of: key, in: collection),
      "all": ReadingPaths.noteVersions(of: key, in: collection),
    ]
    guard let number else {
      let versions = try journal.notes.versions(of: key, in: text.collection)
      content["title"] = words("noteVersions", ["text": text.reference])
      content["isList"] = true
      content["versions"] = versions.reversed().map(line)
      content["hasVersions"] = !versions.isEmpty
      return content
    }
    let version = try journal.notes.version(number, of: key, in: text.collection)
    let renderer = WordsOnPage(journal: journal, pictures: visit.pictures, texts: words)
    content["title"] = words("versionTitle", ["number": "\(number)"])
    content["isList"] = false
    content["version"] = [
      line(version).merging(["html": try renderer.html(version.words, firstHeading: 2)]) { $1 }
    ]
    return content
  }
}
