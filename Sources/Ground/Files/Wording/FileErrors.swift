import SystemPackage
package import Wording

extension FileError: Worded {
  /// With the path, which the text names itself or which is before it.
  package var wording: ErrorMessage {
    let message = reason
    return message.values["path"] == nil ? message.about(path) : message
  }

  /// The problem, if the file is named already; with the path only if it may be
  /// another one.
  package var reason: ErrorMessage {
    switch self {
    case .system(let operation, let path, let errno): Self.wording(operation, path, errno)
    case .notAFile(_, let kind): ErrorMessage("file.kind", ["kind": .text(kind.rawValue)])
    case .notReplaceable(let path, let kind):
      ErrorMessage("file.not-replaceable", ["path": .path(path), "kind": .text(kind.rawValue)])
    case .isInput(let path): ErrorMessage("file.is-input", ["path": .path(path)])
    case .empty: ErrorMessage("photo.empty")
    case .tooLarge(_, let limit): ErrorMessage("too-long.file", ["limit": .number(limit >> 20)])
    case .overMemory(_, let size, let allowed):
      ErrorMessage("too-much-memory.needed", ErrorMessage.memory(needed: size, allowed: allowed))
    case .exists(let path): ErrorMessage("file.exists", ["path": .path(path)])
    case .symbolicLink(let path): ErrorMessage("file.link", ["path": .path(path)])
    }
  }

  private static func wording(
    _ operation: Operation, _ path: FilePath, _ errno: Errno
  ) -> ErrorMessage {
    let isFull = [.noSpace, .diskQuotaExceeded].contains(errno)
    let why: [String: ErrorMessage.Value] = ["errno": .text("\(errno)")]
    let all = why.merging(["path": .path(path)]) { $1 }
    return switch operation {
    case .open: ErrorMessage("file.open", why)
    case .read: ErrorMessage("file.read", why)
    case .list: ErrorMessage("file.list", why)
    case .write: ErrorMessage(isFull ? "disk-full.write" : "file.write", all)
    case .create: ErrorMessage(isFull ? "disk-full.create" : "file.create", all)
    case .replace: ErrorMessage(isFull ? "disk-full.write" : "file.replace", all)
    case .remove: ErrorMessage("file.remove", all)
    }
  }
}

extension PathNotContained: Worded {
  package var wording: ErrorMessage { ErrorMessage("file.outside", ["path": .text(path)]) }
}
