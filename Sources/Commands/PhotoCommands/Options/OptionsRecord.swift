import CaptureTime
import Files
import Formats
import PhotoFacts
import Shell
import Stamping
import SystemPackage

/// All options that decide what becomes of a photo: what the digest of a run's options is of. Files count by
/// what is in them, wherever they are. The photo's own words, and the machine's time zone where none is
/// given, show in its label and time, which are compared by themselves.
struct OptionsRecord: Encodable {
  let looks: [LabelLook]
  /// Of faces that are files, in the order of the looks.
  var fontFiles: [String] = []
  var logo: Logo?
  var gazetteer: String?
  let requireFields: Bool
  let time: String?
  let timeZone: String?
  let shift: TimeShiftRecord?
  let requireCaptureTime: Bool
  let edit: String
  let to: String?
  let quality: Int?
  let allowLoss: Bool
  let noUndo: Bool
  let keepMetadata: Bool
  let reproducible: Bool
  /// True where files beside photos are not read; else absent, so that earlier digests hold.
  var noCompanions: Bool?
  /// Of the files of tracks, in their order; absent where there are none.
  var tracks: [String]?
  /// Corrections of cameras' clocks; absent without any, so that earlier digests still match.
  var clocks: [Clock]?

  struct Clock: Encodable {
    let camera, serial, owner: String
    let shift: Int
  }

  struct Logo: Encodable {
    let file, height, margin, position: String
  }

  struct TimeShiftRecord: Encodable {
    let months, seconds: Int
  }

  /// SHA-256 of a file, in hexadecimal.
  ///
  /// - Throws: `FileError`.
  static func hash(of path: FilePath) throws -> String {
    let bytes = try rethrowing(
      FileDescriptor.contents(ofList: path, upTo: .max), as: FileError.system(.read, path))
    return StampMark.hash(bytes).hexadecimal
  }

  var digest: OptionsDigest { OptionsDigest(of: Array(jsonLine().utf8)) }
}

extension Stamp {
  /// - Parameters:
  ///   - looks: those of all labels.
  ///   - times: how times are found and shown.
  ///   - format: the one that is asked for, by --to or by the name of the one output.
  /// - Returns: the options of this command line.
  /// - Throws: `FileError` where a font, the logo or the list of towns cannot be read.
  func optionsRecord(
    _ looks: [LabelLook], _ times: TimeSettings, as format: PhotoFormat?
  ) throws -> OptionsRecord {
    var record = OptionsRecord(
      looks: looks.map(\.withoutPath), requireFields: fields.requireFields,
      time: times.given?.description, timeZone: times.adjustment.zone?.name,
      shift: times.adjustment.shift.map { .init(months: $0.months, seconds: $0.seconds) },
      requireCaptureTime: time.requireCaptureTime, edit: edit.edit.text, to: format?.rawValue,
      quality: file.quality, allowLoss: file.allowLoss, noUndo: file.noUndo,
      keepMetadata: metadata.keepMetadata, reproducible: machine.reproducible)
    record.noCompanions = time.noCompanions ? true : nil
    record.clocks = times.clocks?.clocks.map {
      .init(
        camera: $0.camera.name, serial: $0.camera.serial, owner: $0.camera.owner, shift: $0.shift)
    }
    let tracks = time.tracks.track
    record.tracks = tracks.isEmpty ? nil : try tracks.map(OptionsRecord.hash)
    for case .file(let path) in looks.map(\.style.face) {
      record.fontFiles.append(try OptionsRecord.hash(of: FilePath(path)))
    }
    if let logo = fields.logo {
      record.logo = .init(
        file: try OptionsRecord.hash(of: logo),
        height: (fields.logoHeight ?? LabelLogo.usualHeight).description,
        margin: looks[0].style.margin.description,
        position: (fields.logoPosition ?? .topRight).rawValue)
    }
    record.gazetteer = try towns(looks).map(OptionsRecord.hash)
    return record
  }
}

extension LabelLook {
  /// The look with another name for a face that is a file.
  fileprivate var withoutPath: LabelLook {
    guard case .file = style.face else { return self }
    var look = self
    look.style.face = .file("./font")
    return look
  }
}
