import CaptureTime
import Files
package import Wording

extension SalvageError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .notEmpty(let path): ErrorMessage("salvage.not-empty", ["path": .path(path)])
    case .insideJournal(let path): ErrorMessage("salvage.inside", ["path": .path(path)])
    case .otherJournal(let path): ErrorMessage("salvage.other", ["path": .path(path)])
    case .underWay(let path): ErrorMessage("salvage.under-way", ["path": .path(path)])
    case .nothing(let path): ErrorMessage("salvage.nothing", ["path": .path(path)])
    case .wrongPIN(let owner, let wait):
      ErrorMessage("salvage.wrong-pin", ["owner": .text(owner.text), "wait": .seconds(wait)])
    }
  }
}
