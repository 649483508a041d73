import Store
package import Wording

extension SlotError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .morningPage: ErrorMessage("scope.morning-page")
    case .keyUsed: ErrorMessage("key-used.own")
    }
  }
}
