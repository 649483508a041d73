import Files
import HTTPTypes
import Stamping
import SystemPackage
import Wording

/// A form with its photos, which are in passing files that go with this.
struct ReceivedForm: Sendable {
  private(set) var photos: [ReceivedFile] = []
  private var fields: [(name: String, value: String)] = []

  /// The one value of a field; nil where it is not there.
  ///
  /// - Throws: ``Problem`` where it comes twice.
  func value(_ name: String) throws -> String? {
    let values = values(name)
    guard values.count <= 1 else {
      throw Problem("form.repeated", ["name": .text(name)])
    }
    return values.first
  }

  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

extension ReceivedForm {
  /// Makes a form of what a parser tells, in order. Photos are written as they come.
  struct Builder: Sendable {
    private(set) var form = ReceivedForm()
    private let folder: FilePath
    private let limits: MultipartLimits
    private var place = Place.outside
    /// Of all fields, which are in memory.
    private var fieldBytes = 0

    private enum Place {
      case outside
      case field(name: String, bytes: [UInt8])
      case photo(ReceivedFile, size: Int)
    }

    /// - Parameters:
    ///   - folder: where passing files are made.
    ///   - limits: what the form may have.
    init(in folder: FilePath, limits: MultipartLimits) {
      (self.folder, self.limits) = (folder, limits)
    }

    /// - Throws: ``MultipartError``, `FileError`.
    mutating func take(_ event: MultipartParser.Event) throws {
      switch (event, place) {
      case (.part(let header), _):
        place =
          header.name == "photo"
          ? .photo(try ReceivedFile(named: header.fileName ?? "", in: folder), size: 0)
          : .field(name: header.name, bytes: [])
      case (.content(let bytes), .photo(let file, let size)):
        guard size + bytes.count <= limits.file else {
          throw MultipartError.fileTooLong(limit: limits.file)
        }
        try file.append(bytes)
        place = .photo(file, size: size + bytes.count)
      case (.content(let bytes), .field(let name, let earlier)):
        fieldBytes += bytes.count
        guard fieldBytes <= limits.fields else {
          throw MultipartError.fieldTooLong(name: name, limit: limits.fields)
        }
        place = .field(name: name, bytes: earlier + bytes)
      case (.partEnd, .photo(let file, let size)):
        place = .outside
        // What a browser sends where no file was chosen.
        if size == 0, file.name.isEmpty { return }
        guard form.photos.count < limits.files else {
          throw MultipartError.tooManyFiles(limit: limits.files)
        }
        form.photos.append(file)
      case (.partEnd, .field(let name, let bytes)):
        place = .outside
        guard let value = String(validating: bytes, as: UTF8.self) else {
          throw MultipartError.fieldNotText(name: name)
        }
        form.fields.append((name, value))
      case (.content, .outside), (.partEnd, .outside): break
      }
    }
  }
}
