package import Sending
package import Store

/// Where hooks may go that devices have set up.
package enum HookReach: String, Sendable, CaseIterable {
  /// By TLS to addresses that are reached from everywhere.
  case everywhere = "public"
  /// There, to the machine itself, and by TLS to the networks of a house: who has ntfy has it there.
  case local
}

/// Where hooks may go. Hooks set up on the machine go wherever the machine does. A device's user
/// may be only a guest, and must not send requests into the owner's network.
package struct HookRule: Sendable {
  private let journals: Journal
  private let chosen: HookReach?
  private let takesOwners: Bool

  /// - Parameters:
  ///   - journals: those of all owners.
  ///   - chosen: what the option says; nil for `local` with one owner and `everywhere` with several.
  ///   - takesOwners: whether whoever signs in may become another owner.
  package init(_ journals: Journal, chosen: HookReach? = nil, takesOwners: Bool = false) {
    (self.journals, self.chosen, self.takesOwners) = (journals, chosen, takesOwners)
  }

  /// The current policy for hooks that devices set up.
  package var policy: AddressPolicy {
    switch chosen ?? usual {
    case .everywhere: .publicOnly
    case .local: .privateAllowed
    }
  }

  private var usual: HookReach {
    !takesOwners && (try? journals.owners().count) == 1 ? .local : .everywhere
  }
}
