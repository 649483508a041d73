import Glibc

/// Who runs the program, by the machine's list of users.
package enum Login {
  package static var name: String? { entry.map { String(cString: $0.pw_name) } }
  package static var home: String? { entry.map { String(cString: $0.pw_dir) } }

  private static var entry: passwd? { getpwuid(getuid())?.pointee }
}
