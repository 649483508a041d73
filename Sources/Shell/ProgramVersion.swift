/// The version that the programs of this package tell.
package enum ProgramVersion {
  package static let text = "0.1.0"
}
