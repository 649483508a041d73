import Foundation

/// A small disk of a test's own, in namespaces that any user may make and that end with the test's
/// script: it can be filled to the last byte, and be made read-only.
package enum OwnDisk {
  /// Whether this machine lets the tests have one; containers often do not.
  package static func isPossible() async -> Bool {
    guard
      let program = try? await Program.run(
        "/usr/bin/env",
        ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=1m none /mnt && umount /mnt"])
    else { return false }
    return program.status == 0
  }

  /// What a test says where there is none.
  package static let need = "needs unshare and mount namespaces for users, to fill a disk"

  /// Runs a script of sh in a folder, whose folder `disk` is on the disk.
  ///
  /// In it `run WORK ARGUMENTS` runs `daystamp` on the journal of anna on the disk, and prints the work
  /// and the exit status before what it says, errors with it.
  package static func run(
    _ script: String, kilobytes: Int, in folder: TemporaryFolder
  ) async throws -> Program {
    let beginning = """
      mkdir -p disk && mount -t tmpfs -o size=\(kilobytes)k none disk
      export TZ=UTC XDG_RUNTIME_DIR=/nonexistent
      run() {
        case $1 in check|backup) owner=;; *) owner='--owner anna';; esac
        status=0
        said=$("$DAYSTAMP" "$@" --journal disk/journal $owner 2>&1) || status=$?
        echo "$*: $status"
        test -z "$said" || echo "$said"
      }
      fill() { dd if=/dev/zero of=disk/fill bs=4k 2>/dev/null || true; }
      set -e

      """
    return try await Program.run(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", beginning + script], in: folder.path,
      environment: ["DAYSTAMP": Program.daystamp])
  }
}
