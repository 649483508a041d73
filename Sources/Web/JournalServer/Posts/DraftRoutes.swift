import CaptureTime
import Formats
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Stamping
import Store
import Wording

/// Drafts of a page: it sends what a person types and chooses as they do, and gets it back.
struct DraftRoutes: ServerRoutes {
  let server: ServerParts
  let drafts: Drafts
  let forms: FormBodies
  let labels: Labelling
  let pictures: WorkQueue

  func add(to routes: Routes) {
    // Not PUT: a page that is left can only post (sendBeacon).
    routes.device(.post, "/drafts/:name") { request, context, device in
      let name = try context.parameter("name") { DraftName($0) }
      let received = try await forms.bodies.form(of: request)
      let form = received.form.naming(name)
      _ = try await drafts.keep(SentForm(form, holding: received), at: form.path(), for: device)
      return .empty(.noContent)
    }
    routes.device(.post, "/drafts/:name/photos") { request, context, device in
      let name = try context.parameter("name") { DraftName($0) }
      let form = try await forms.receive(request, .onePhoto, for: device)
      guard let photo = form.photos.first else { throw Problem("no-photo.field") }
      guard let key = try form.value("key").flatMap({ DraftName($0) }) else {
        throw Problem("no-key")
      }
      try await drafts.add(photo, as: key, to: name, at: "/new", for: device)
      return .empty(.noContent)
    }
    routes.unlocked(.get, "/drafts/:name/photos/:key") { request, context, visit in
      let (draft, photo) = try await photo(context, visit)
      let words = pages.words(for: request)
      let changed = try Query(of: request)["changed"].flatMap { Int($0) }
      let content = try await pictures.run(for: visit.device) {
        // A video that belongs to a photo has no card: that is the photo's. Others of its kind are not read.
        let others = draft.photos.filter { $0 == photo || $0.isVideo != photo.isVideo }
        let pair = visit.journal.drafts.joined(others).first {
          [$0.file, $0.live].contains(photo)
        }
        return DraftPhotoCard(
          photo: pair?.file ?? photo, live: pair?.live, draft: draft.name,
          fields: Form(fields: draft.fields), words: words
        ).content(visit, labels, nil, changed: changed)
      }
      return try await page(of: "draft-photo", content, for: request)
    }
    routes.unlocked(.get, "/drafts/:name/photos/:key/preview") { request, context, visit in
      try await preview(request, context, visit)
    }
    routes.unlocked(.get, "/drafts/:name/photos/:key/picture") { _, context, visit in
      let (_, photo) = try await photo(context, visit)
      return .picture(
        try await pictures.run(for: visit.device, on: Self.effort(photo, visit)) {
          photo.isVideo
            ? try VideoTile.jpeg(nil, .medium)
            : try labels.small(visit.journal.drafts.original(of: photo).bytes)
        })
    }
    for (path, isDiscarded) in [("discard", true), ("restore", false)] {
      routes.unlocked(.post, "/drafts/:name/\(path)") { _, context, visit in
        let name = try context.parameter("name") { DraftName($0) }
        try await visit.run { journal in
          try journal.drafts.setDiscarded(
            name, of: visit.device.id, isDiscarded ? now() : nil)
        }
        return .redirect(
          to: isDiscarded ? "/new?discarded=\(name.text)" : Drafts.address("/new", name))
      }
      routes.unlocked(.post, "/drafts/:name/photos/:key/\(path)") { _, context, visit in
        let name = try context.parameter("name") { DraftName($0) }
        let key = try context.parameter("key") { DraftName($0) }
        try await visit.run { journal in
          try journal.drafts.setDiscarded(
            photo: key, of: name, for: visit.device.id, isDiscarded ? now() : nil)
        }
        return .redirect(to: Drafts.address("/new", name))
      }
    }
  }

  private func photo(
    _ context: ServerContext, _ visit: Visit
  ) async throws -> (Draft, DraftPhoto) {
    let name = try context.parameter("name") { DraftName($0) }
    let key = try context.parameter("key") { DraftName($0) }
    guard let draft = try await drafts.find(name, visit) else { throw DraftError.unknown }
    guard let photo = draft.photos.first(where: { $0.key == key }) else {
      throw DraftError.unknownPhoto
    }
    return (draft, photo)
  }

  /// How long a small picture of a photo takes.
  private static func effort(
    _ photo: DraftPhoto, _ visit: Visit
  ) -> @Sendable () throws -> PhotoEffort? {
    {
      photo.isVideo
        ? nil : try PhotoEffort(of: visit.journal.drafts.bytes(of: photo), isStill: true)
    }
  }

  /// The photo, small, as it will be cut, turned, filtered and labelled: the label is laid out on a frame
  /// of one size.
  private func preview(
    _ request: Request, _ context: ServerContext, _ visit: Visit
  ) async throws -> Response {
    let (draft, photo) = try await photo(context, visit)
    do {
      return .picture(try await preview(of: photo, in: draft, Query(of: request), visit))
    } catch {
      // It may have been posted meanwhile, and its file with it.
      _ = try await self.photo(context, visit)
      throw error
    }
  }

  private func preview(
    of photo: DraftPhoto, in draft: Draft, _ query: Query, _ visit: Visit
  ) async throws -> [UInt8] {
    let typed = try query.text("time").flatMap { try? PostTexts.time($0) }
    var label: [SettingKey: String] = [:]
    for key in [SettingKey.labelPosition, .labelColour] {
      label[key] = try query.text(key.rawValue)
    }
    let look = label
    var edit = try EditFields(typed: { name in (try? query.text(name)) ?? nil }).edit()
    // Blocks are larger on a small picture.
    edit.isExact = !edit.isNone
    return try await pictures.run(for: visit.device, on: Self.effort(photo, visit)) { [edit] in
      if photo.isVideo { return try VideoTile.jpeg(nil, .medium) }
      let settings = try visit.journal.settings.followed().settings
      let rules = (try? settings.overridden(by: look)) ?? settings
      let box = visit.journal.drafts
      let stamper = try labels.stamper(drawing: rules.look, by: rules.rule, given: nil)
      let taken = try box.found(in: photo, by: stamper, settings.rule).taken
      let small = try labels.small(box.original(of: photo).bytes)
      // A photo that tells no time goes to the day that was chosen.
      let day = CivilDate(iso: draft.fields["day"] ?? "")
      let moment = day.map { NewWords.Moment.day($0) } ?? .now
      let time =
        try typed ?? taken.flatMap { try PostTexts.time($0) }
        ?? moment.time(settings.rule, now: now())
      let context = PhotoContext(
        name: Array(photo.name.utf8), owner: visit.journal.owner.text, caption: "",
        facts: try box.original(of: photo).facts)
      return try stamper.editing(edit).stamp(
        OriginalPhoto(PhotoSource(bytes: small, attributes: nil)), context, at: time, as: .jpeg
      ).bytes
    }
  }
}

/// The composer's card of a photo that waits to be posted.
struct DraftPhotoCard {
  let photo: DraftPhoto
  /// The video that moves in it.
  let live: DraftPhoto?
  let draft: DraftName
  let fields: Form
  let words: Words

  /// For the template `draft-photo`.
  ///
  /// - Parameters:
  ///   - visit: whose.
  ///   - labels: finds its time.
  ///   - refused: why it was not posted.
  ///   - changed: when its file was changed, in seconds since 1970 in UTC, as the page knows it that
  ///     chose it: the time of a photo that tells none, to be checked.
  /// - Returns: what the template shows; of a photo that cannot be read, why.
  func content(
    _ visit: Visit, _ labels: Labelling, _ refused: Problem?, changed: Int? = nil
  ) -> PageContent {
    let key = photo.key.text
    let path = "/drafts/\(draft.text)/photos/\(key)"
    let edit = EditFields(suffix: ".\(key)", typed: { fields[$0] })
    var content: PageContent = [
      "key": key, "name": photo.name, "path": path, "preview": "\(path)/preview\(edit.query)",
      "caption": fields["caption.\(key)"] ?? "", "isAgain": fields["again.\(key)"] != nil,
      "reason": refused.map(words.problem) ?? [], "live": (live?.key.text).once,
      "isVideo": photo.isVideo,
      "edited":
        (photo.isVideo
        ? nil : edit.content(words, suffix: ".\(key)", source: "\(path)/picture")).once,
    ]
    do {
      let settings = try visit.journal.settings.current()
      content["ownPositions"] = Choice.positions(
        LabelPosition(rawValue: fields["label-position.\(key)"] ?? ""), words)
      content["ownColour"] =
        fields["label-color.\(key)"] ?? fields["label-color"]
        ?? Choice.colour(settings.look.style)
      let stamper = try labels.stamper(drawing: settings.look, by: settings.rule, given: nil)
      let found = try visit.journal.drafts.found(in: photo, by: stamper, settings.rule)
      var typed = fields["time.\(key)"] ?? ""
      let taken = found.taken ?? ""
      var proposed: String?
      if let changed, typed.isEmpty, taken.isEmpty, Self.fileTimes ~= changed {
        proposed = PostCard.machineText(settings.zone.time(at: changed))
      }
      typed = proposed ?? typed
      content["taken"] = taken
      content["time"] = typed.isEmpty ? (taken.contains("T") ? taken : "") : typed
      let says = found.source.map { source in
        (Self.moment(taken, words).once + [words("source-\(source)")]).joined(separator: " · ")
      }
      let isOther = !typed.isEmpty && ![typed, "\(typed):00"].contains(taken)
      content["says"] = says.once
      content["source"] =
        says.map { isOther ? words("source-given") : $0 }
        ?? (typed.isEmpty
          ? words("composer-noTime") : proposed.map { _ in words("fromFile") } ?? "")
      content["proposed"] = proposed.once
      if let post = try visit.journal.drafts.post(of: found) {
        content["before"] =
          [
            [
              "path": post.isInTrash ? "/trash" : "/posts/\(post.number)",
              "text": words(
                post.isInTrash ? "composer-inTrash" : "composer-before",
                ["number": "\(post.number)"]),
            ]
          ] as [PageContent]
        // Said by that.
        if refused?.name == "posted-before" { content["reason"] = [String]() }
      }
    } catch {
      content["reason"] = words.problem(refused ?? Problem(error))
      content["isBroken"] = true
    }
    return content
  }
}

extension DraftPhotoCard {
  /// The moment that a photo itself tells, as people read it; nil where it tells none.
  ///
  /// - Parameters:
  ///   - taken: as HTML writes a local date and time, or a date alone.
  ///   - words: in whose language.
  /// - Returns: "Jan 31, 2024, 1:41 PM", or the day alone.
  fileprivate static func moment(_ taken: String, _ words: Words) -> String? {
    guard let day = CivilDate(iso: String(taken.prefix(10))) else { return nil }
    guard taken.contains("T") else { return words.title(day) }
    return "\(words.short(day)), \(words.clock(of: String(taken.prefix(16))))"
  }

  /// From 1970 to 2100: another time is no file's.
  private static let fileTimes = 0...4_102_444_800
}

extension CaptureZone {
  /// What a wall clock in the zone shows at an instant, in seconds since 1970 in UTC.
  fileprivate func time(at instant: Int) -> CaptureTime {
    CaptureTime(
      wallSeconds: instant + offset(at: instant), offset: offset(at: instant), source: .fileModified
    )
  }
}

extension Form {
  fileprivate func naming(_ name: DraftName) -> Form {
    Form(fields: fields.merging(["draft": name.text]) { $1 })
  }

  /// Of the page that has the form: the composer, or a post's.
  fileprivate func path() throws -> String {
    let path = self["path"] ?? "/new"
    let isPost =
      path.hasPrefix("/posts/") && Int(path.dropFirst("/posts/".count)).map { $0 > 0 } == true
    guard path == "/new" || isPost else { throw Problem("field.named", ["name": .text("path")]) }
    return path
  }
}
