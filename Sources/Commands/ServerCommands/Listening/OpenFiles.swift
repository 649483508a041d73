import Glibc

/// How many files the process may have open: each photo of a form that is still coming is one, and each
/// connection.
enum OpenFiles {
  /// More than the connections that are let in can have, with the photos of the forms that they send.
  private static let wanted: rlim_t = 65_536

  /// Raises the limit from the usual 1,024 as far as the system allows (setrlimit(2)).
  static func raiseLimit() {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    _ = setrlimit(resource, &limit)
  }
}
