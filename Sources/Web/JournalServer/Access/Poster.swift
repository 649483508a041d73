import Hummingbird
import Journal
import Store
import Wording

/// A device that may post, and how it got that right.
enum Poster: Sendable {
  /// It sees what it posts.
  case visit(Visit)
  /// It may only post, or the journal is locked.
  case slot(Guest, PostSlot)

  var guest: Guest {
    switch self {
    case .visit(let visit): visit.guest
    case .slot(let guest, _): guest
    }
  }

  /// What it sees; nil where that is nothing.
  var journal: OwnerJournal? { if case .visit(let visit) = self { visit.journal } else { nil } }
}

extension Gate {
  /// The device that a request comes from, with the way by which it may post now.
  ///
  /// - Throws: as ``visit(of:_:needing:)``.
  func poster(of request: Request, _ context: ServerContext) async throws -> Poster {
    let guest = try await guest(of: request, context, needing: .post)
    return try await workers.run {
      guard guest.device.scope.allows(.read) else {
        return .slot(guest, try journals.slot(for: guest.device))
      }
      do {
        return .visit(try visit(of: guest, request))
      } catch {
        guard guest.device.postsWhileLocked, Problem(error).name == "locked" else { throw error }
        return .slot(guest, try journals.slot(for: guest.device))
      }
    }
  }
}

extension Problem {
  /// What a device may do is not enough (RFC 6750, section 3.1).
  init(_ scope: DeviceScope, needing needed: DeviceScope) {
    self.init(
      "scope.needed",
      ["scope": .text(scope.rawValue), "needed": .names(needed.enough.map(\.rawValue))])
    headers = [
      .wwwAuthenticate: "Bearer error=\"insufficient_scope\", scope=\"\(needed.rawValue)\""
    ]
  }
}
