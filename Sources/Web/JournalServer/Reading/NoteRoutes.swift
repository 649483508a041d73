import HTTPTypes
import Hummingbird
import Store
import Texts
import Wording

/// Notes of texts for programs.
struct NoteRoutes: ServerRoutes {
  let server: ServerParts
  let bodies: LongBodies

  func add(to routes: Routes) {
    addNotes(to: routes)
    addVersions(to: routes)
  }

  private func addNotes(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/texts/notes",
      Operation(
        "getNotes", .texts, "Notes, a page at a time", scope: .read,
        parameters: AskedAnnotations.parameters, answers: [.ok(.notePage, "A page.")],
        refusals: [.notFound])
    ) { request, _, visit in
      let asked = try AskedAnnotations(Query(of: request), hasColours: false)
      return try await searches.json(request, of: visit) {
        let slice = try AnnotationSlice(asked, bytes: \Note.words.utf8.count) { place, count in
          try visit.journal.notes.page(asked.filter, after: place, atMost: count)
        }
        return NotePage(notes: slice.marks.map { NoteDescription($0) }, next: slice.next)
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/text/note",
      Operation(
        "getNote", .texts, "The note of a text", scope: .read, parameters: ChosenText.parameters,
        answers: [.ok(.note, "The note.")])
    ) { request, _, visit in
      let chosen = try ChosenText(Query(of: request))
      return try await note(of: chosen, visit) {
        guard let note = try visit.journal.notes.note(of: chosen.key, in: chosen.collection)
        else { throw NoteError.none(key: chosen.key) }
        return note
      }
    }
    routes.unlocked(
      .put, "/api/v1/texts/text/note",
      Operation(
        "putNote", .texts, "Write the note of a text",
        """
        Writes it only if sha256 is that of the current note. If another device wrote meanwhile, \
        the answer is 409 with the current note, and nothing is lost. Unchanged words are not \
        written again; empty words delete the note.
        """, parameters: ChosenText.parameters,
        bodies: [.json(.object(["words": .words, "replaces": .noteSeen]))],
        answers: [.ok(.note, "The note."), .noContent("The text has no note now.")])
    ) { request, _, visit in
      let chosen = try ChosenText(Query(of: request))
      let body = try await bodies.json(NoteBody.self, from: request)
      return try await note(of: chosen, visit) {
        try visit.journal.notes.save(
          body.words, of: chosen.key, in: chosen.collection, insteadOf: body.replaced, now: now()
        ).note
      }
    }
    routes.unlocked(
      .delete, "/api/v1/texts/text/note",
      Operation(
        "deleteNote", .texts, "Delete the note of a text", "Its versions stay.",
        parameters: ChosenText.parameters + [
          .required("replaces", .sha256.about("The sha256 of the note that the client has."))
        ], answers: [.noContent("The note is deleted.")])
    ) { request, _, visit in
      let query = Query(of: request)
      let chosen = try ChosenText(query)
      guard let replaced = try query["replaces"] else {
        throw Problem("query.missing", ["name": "replaces"])
      }
      guard let hash = Note.hash(said: replaced) else {
        throw Problem("query.sha256", ["name": "replaces"])
      }
      _ = try await note(of: chosen, visit) {
        let notes = visit.journal.notes
        guard try notes.note(of: chosen.key, in: chosen.collection) != nil else {
          throw NoteError.none(key: chosen.key)
        }
        return try notes.save(
          .empty, of: chosen.key, in: chosen.collection, insteadOf: hash, now: now()
        ).note
      }
      return .empty(.noContent)
    }
  }

  private func addVersions(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/texts/text/note/versions",
      Operation(
        "getNoteVersions", .texts, "Earlier versions of a note, oldest first",
        scope: .read, parameters: ChosenText.parameters,
        answers: [.ok(.noteVersionList, "The versions, without their words.")])
    ) { request, _, visit in
      let chosen = try ChosenText(Query(of: request))
      return try await visit.json { journal in
        VersionList(
          versions: try journal.notes.versions(
            of: chosen.key, in: chosen.collection
          ).map { VersionList.Version($0) })
      }
    }
    routes.unlocked(
      .get, "/api/v1/texts/text/note/versions/:version",
      Operation(
        "getNoteVersion", .texts, "A version of a note", scope: .read,
        parameters: ChosenText.parameters, answers: [.ok(.noteVersion, "The version.")])
    ) { request, context, visit in
      let (chosen, number) = (try ChosenText(Query(of: request)), context.version)
      return try await visit.json { journal in
        NoteVersionDescription(
          try journal.notes.version(number, of: chosen.key, in: chosen.collection))
      }
    }
    routes.unlocked(
      .post, "/api/v1/texts/text/note/versions/:version/restore",
      Operation(
        "restoreNoteVersion", .texts, "Restore the words of a note's version",
        "The words that it replaces are kept as a version.", parameters: ChosenText.parameters,
        bodies: [.json(.object(["replaces": .noteSeen]))], answers: [.ok(.note, "The note.")])
    ) { request, context, visit in
      let (chosen, number) = (try ChosenText(Query(of: request)), context.version)
      let replaced = try await request.json(ReplacedBody.self).replaced
      return try await note(of: chosen, visit) {
        try visit.journal.notes.restore(
          number, of: chosen.key, in: chosen.collection, insteadOf: replaced, now: now()
        ).note
      }
    }
  }

  /// Answers with the note that a deed leaves; where another device wrote it, with that note.
  ///
  /// - Parameters:
  ///   - chosen: its text.
  ///   - visit: whose.
  ///   - deed: done on a thread of its own.
  /// - Returns: the note; no content where the deed left none.
  /// - Throws: ``Problem``, and what the deed throws.
  private func note(
    of chosen: ChosenText, _ visit: Visit, _ deed: @escaping @Sendable () throws -> Note?
  ) async throws -> Response {
    let found = try await visit.run { journal -> NoteDescription? in
      func described(_ note: Note) throws -> NoteDescription {
        NoteDescription(
          note, of: try journal.texts.text(chosen.key, in: chosen.collection))
      }
      do {
        return try deed().map(described)
      } catch let error as NoteError {
        var problem = Problem(error)
        if case .changed(let present, _) = error { problem.note = try present.map(described) }
        throw problem
      }
    }
    return try found.map { try .json($0) } ?? .empty(.noContent)
  }
}

extension Schema {
  fileprivate static let noteSeen = Schema.string(
    "The sha256 of the note that the client has; null if there was none.",
    matching: "^[0-9a-f]{64}$"
  ).orNull
}

extension ServerContext {
  /// The version's number in the address; 0, which none has, where it is not a number.
  fileprivate var version: Int { numberIfAny("version") ?? 0 }
}

private struct NotePage: Encodable {
  let notes: [NoteDescription]
  /// Missing where there are no more.
  let next: String?
}

private struct VersionList: Encodable {
  let versions: [Version]

  /// A version without its words: fifty versions of long words are more than anybody wants at once.
  struct Version: Encodable {
    let number: Int
    /// As a reader counts them.
    let characters: Int
    /// In seconds since 1970 in UTC.
    let written: Int
    let replaced: Int

    init(_ version: NoteVersion) {
      (number, characters) = (version.number, version.words.count)
      (written, replaced) = (version.written, version.replaced)
    }
  }
}
