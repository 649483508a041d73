import HTTPTypes
import Hummingbird
import Journal
import Logging
import Store

/// All of an owner's journal as one file, as `daystamp export` writes it into a folder.
struct ExportRoutes: ServerRoutes {
  let server: ServerParts
  let places: Places

  func add(to routes: Routes) {
    routes.unlocked(.get, "/export", nil, export)
    routes.unlocked(
      .get, "/api/v1/export",
      Operation(
        "getExport", .owner, "The whole journal in one archive",
        """
        A tar archive (pax) with one folder: what daystamp export writes, that is the photos and, \
        last, journal.json. The server makes it while sending it; an archive that breaks off has \
        no end.
        """,
        answers: [
          Answer(
            status: .ok, description: "The archive.", contents: [.bytes("application/x-tar")],
            fields: [.contentDisposition])
        ]), export)
  }

  @Sendable private func export(
    _ request: Request, _ context: ServerContext, _ visit: Visit
  ) async throws -> Response {
    // It is written down, which no other site has done.
    guard !request.isOfOtherSite else { throw Refusal.otherOrigin }
    let isHead = request.method == .head
    let (now, journal) = (settings.now(), visit.journal)
    let place = try places.take(for: journal.owner)
    let (content, day) = try await workers.run {
      let content = try ExportContent(of: journal)
      if !isHead { try record(visit, at: now) }
      return (content, try journal.settings.current().rule.day(of: now))
    }
    let name = "daystamp-\(FileName.part(of: journal.owner.text))-\(day)"
    return TarExport(content, of: journal, folder: name, modified: now)
      .response(name, holding: place, settings, workers, context)
  }

  /// Writes down that the journal was exported.
  private func record(_ visit: Visit, at now: Int) throws {
    do {
      try journals.accessLog(of: visit.device.owner)
        .record(.exported, by: visit.guest.source, now: now)
    } catch  where error.isDiskFull {
      // Nobody is kept from saving what is on a full disk.
    }
  }
}

extension TarExport {
  /// The answer that gives the archive as a file of this name, and holds a place until all of it was sent.
  func response(
    _ name: String, holding place: Places.Place, _ settings: ServerSettings, _ workers: WorkQueue,
    _ context: ServerContext
  ) -> Response {
    let path = context.endpointPath ?? "-"
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/x-tar",
        .contentDisposition: FileName.disposition("attachment", "\(name).tar"),
      ],
      body: ResponseBody { writer in
        defer { withExtendedLifetime(place) {} }
        do {
          try await self.write(to: &writer, workers) { problem in
            let text = settings.wording(problem)
            context.logger.error("\(path) left out a photo: \(text)")
            return text
          }
          try await writer.finish(nil)
        } catch {
          // Mostly the client has stopped reading.
          let level: Logger.Level = error is JournalError ? .error : .info
          context.logger.log(level: level, "\(path) broke off: \(settings.wording(error))")
          // The answer has begun: only its missing end tells the client.
          throw error
        }
      })
  }
}

extension FileName {
  /// A text as a part of a file's name: one component, not a hidden one.
  fileprivate static func part(of text: String) -> String {
    text.replacing("/", with: "-").replacing("\\", with: "-")
  }
}
