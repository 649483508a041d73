import HTTPTypes
import Hummingbird
import Journal
import Logging
import Store

extension JournalServer {
  /// All of an owner's journal as one file, as `daystamp export` writes it into a folder.
  func addExport(to routes: Routes) {
    for path in ["/export", "/api/v1/export"] {
      routes.unlocked(.get, path) { _, context, visit in
        try await export(of: visit.journal, context)
      }
    }
  }

  private func export(of journal: OwnerJournal, _ context: ServerContext) async throws -> Response {
    let now = settings.now()
    let (content, day) = try await workers.run {
      (try ExportContent(of: journal), try journal.settings.current().rule.day(of: now))
    }
    let path = context.endpointPath ?? "-"
    let name = "daystamp-\(FileName.part(of: journal.owner.text))-\(day)"
    let archive = TarExport(content, folder: name, modified: now)
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/x-tar",
        .contentDisposition: FileName.disposition("attachment", "\(name).tar"),
      ],
      body: ResponseBody { [workers, settings] writer in
        do {
          try await archive.write(to: &writer, workers) { problem in
            let text = settings.wording(problem)
            context.logger.error("\(path) left out a photo: \(text)")
            return text
          }
          try await writer.finish(nil)
        } catch {
          // Mostly somebody who stopped reading.
          let level: Logger.Level = error is JournalError ? .error : .info
          context.logger.log(level: level, "\(path) broke off: \(settings.wording(error))")
          // The answer has begun: that it has no end tells whoever reads it.
          throw error
        }
      })
  }
}

extension FileName {
  /// A text as a part of a file's name: one component, and none that is hidden.
  fileprivate static func part(of text: String) -> String {
    text.replacing("/", with: "-").replacing("\\", with: "-")
  }
}
