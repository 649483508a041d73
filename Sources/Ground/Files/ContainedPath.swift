package import SystemPackage

/// A path beneath a folder: names one below the other, none of them `.` or `..`.
///
/// A path from a database, an export or a form becomes one of these before it reaches the file
/// system. Symbolic links on the way are refused by ``ContainingFolder``, which opens it.
package struct ContainedPath: Hashable, Sendable {
  /// The path, relative to the folder.
  package let path: FilePath

  /// - Throws: ``PathNotContained`` where the path is empty or absolute, or has a component `.` or
  ///   `..`.
  package init(_ path: FilePath) throws(PathNotContained) {
    guard path.isRelative, !path.isEmpty, path.components.allSatisfy({ $0.kind == .regular }) else {
      throw PathNotContained(path: path.string)
    }
    self.path = path
  }

  /// - Throws: ``PathNotContained`` as for a path, and where the text has a NUL, which would end it.
  package init(_ text: String) throws(PathNotContained) {
    if Self.isContained(text.utf8) {
      path = FilePath(text)
      return
    }
    guard !text.utf8.contains(0), let contained = try? ContainedPath(FilePath(text)) else {
      throw PathNotContained(path: text)
    }
    self = contained
  }

  /// Whether each part between slashes is a name, as in nearly every path.
  private static func isContained(_ text: String.UTF8View) -> Bool {
    let dot = UInt8(ascii: ".")
    return text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.contains(0) && ($0.count > 2 || !$0.allSatisfy { $0 == dot })
    }
  }

  /// The last name of a path, which leads anywhere; nil where it ends with `..` or has no names.
  package init?(nameOf path: FilePath) {
    guard let name = path.lastComponent, name.kind == .regular else { return nil }
    self.path = FilePath(root: nil, [name])
  }

  private init(unchecked path: FilePath) { self.path = path }

  /// The path of the folder that contains it; nil for the containing folder itself.
  package var folder: ContainedPath? {
    let above = path.removingLastComponent()
    return above.isEmpty ? nil : ContainedPath(unchecked: above)
  }

  package var lastComponent: FilePath.Component? { path.lastComponent }
  /// The name of it in its folder.
  var name: FilePath { FilePath(root: nil, path.components.suffix(1)) }

  package func appending(_ path: ContainedPath) -> ContainedPath {
    ContainedPath(unchecked: self.path.appending(path.path.components))
  }

  /// The path of an entry of the folder; the name is never `.` or `..`.
  package func appending(_ name: FilePath.Component) -> ContainedPath {
    precondition(name.kind == .regular)
    return ContainedPath(unchecked: path.appending(name))
  }

  /// Whether it is in a folder or further below it.
  package func isBelow(_ folder: ContainedPath) -> Bool {
    path.starts(with: folder.path) && path != folder.path
  }
}

/// The paths that a program itself has names for; a path that is none is a mistake in the program.
extension ContainedPath: ExpressibleByStringLiteral {
  package init(stringLiteral text: StaticString) {
    do {
      try self.init("\(text)")
    } catch {
      preconditionFailure("“\(text)” is not a path beneath a folder.")
    }
  }
}

extension ContainedPath: CustomStringConvertible {
  package var description: String { path.description }
}

extension String {
  /// The path as text; bytes that are not UTF-8 are replaced.
  package init(decoding path: ContainedPath) { self.init(decoding: path.path) }
}

extension FilePath {
  /// The path beneath a folder, with that folder's own before it: for people, and for programs that
  /// open files by path.
  package func pushing(_ path: ContainedPath) -> FilePath { pushing(path.path) }
}

/// A path that does not name anything beneath a folder.
package struct PathNotContained: Error, Hashable, Sendable {
  package let path: String

  package init(path: String) { self.path = path }
}
