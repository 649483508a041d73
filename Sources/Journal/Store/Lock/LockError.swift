/// Why an action on a lock failed; the caller has the wording.
package enum LockError: Error, Sendable, Hashable {
  /// The owner has no PIN.
  case noPIN(OwnerName)
  /// The owner has a PIN already, which can be changed.
  case pinExists(OwnerName)
  /// The PIN was wrong; `wait` is the seconds until the next try.
  case wrongPIN(Tries, wait: Int)
  /// No try was made, for there is a wait, in seconds, or the PIN is shut.
  case noTry(Tries, wait: Int)
  /// What is stored of the PIN is not what it can be; a reset takes it away.
  case damaged(OwnerName)
  /// Another process changed the PIN while this one was tried.
  case changedMeanwhile
  case pepper(SecretFileError)
}
