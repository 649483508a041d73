import CaptureTime
import Files
import SystemPackage
package import Wording

extension ExportError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .notEmpty(let path): ErrorMessage("export.not-empty", ["path": .path(path)])
    case .underWay(let path): ErrorMessage("export.under-way", ["path": .path(path)])
    case .otherJournal(let path): ErrorMessage("export.other-journal", ["path": .path(path)])
    case .changed(let path): ErrorMessage("export.changed-list", ["path": .path(path)])
    }
  }
}

extension BackupError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .fileExists(let path): ErrorMessage("backup.exists", ["path": .path(path)])
    case .isNoBackup(let path): ErrorMessage("backup.no-backup", ["path": .path(path)])
    case .isOfTheJournal(let path): ErrorMessage("backup.own-file", ["path": .path(path)])
    }
  }
}

extension ExportedValueError: Worded {
  package var wording: ErrorMessage { ErrorMessage("import.text", ["field": .text(field)]) }
}
