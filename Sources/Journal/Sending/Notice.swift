/// A message for a person, the same for every way.
package struct Notice: Sendable, Hashable {
  /// One line.
  package let title: String
  /// Lines; may be empty.
  package let body: String
  /// The address of the page that it is about; nil if the server's address is unknown.
  package let link: String?
  /// The same for the same reminder, whoever sends it: letters, digits and hyphens of ASCII, at most 32
  /// (which Web Push takes as a topic, RFC 8030 section 5.4).
  package let identifier: String
  package let priority: Priority

  package enum Priority: Sendable, Hashable { case usual, high }

  package init(
    title: String, body: String, link: String?, identifier: String, priority: Priority = .usual
  ) {
    (self.title, self.body, self.link) = (title, body, link)
    (self.identifier, self.priority) = (identifier, priority)
  }
}
