package import CaptureTime

/// A message of a chat.
package struct ChatMessage: Sendable, Hashable {
  package var place: ArrivalPlace
  /// As the chat's clock showed it; with its offset where that is known.
  package var time: CaptureTime
  /// The source's own id.
  package var id: String?
  /// Which chat of the source it is in; empty where the source does not say.
  package var chat = ""
  var author: String
  /// Markdown.
  package var words = ""
  package var photos: [ArrivedPhoto] = []
  /// How many before it in its post say the same at the same time.
  package internal(set) var repetition = 0

  package init(place: ArrivalPlace, time: CaptureTime, author: String) {
    (self.place, self.time, self.author) = (place, time, author)
  }
}

extension ArrivedPost {
  /// The post of messages of one person and day: each is a paragraph; photos follow, with their message's words as
  /// caption.
  ///
  /// Nil without a message.
  ///
  /// - Parameter messages: in their order.
  package init?(of messages: ArraySlice<ChatMessage>) {
    guard let first = messages.first else { return nil }
    self.init(id: first.id, at: first.place, time: first.time)
    self.messages = Array(messages)
    for message in messages {
      if !message.words.isEmpty, message.photos.count != 1 {
        words += (words.isEmpty ? "" : "\n\n") + message.words
      }
      for var photo in message.photos {
        if message.photos.count == 1, photo.caption.isEmpty { photo.caption = message.words }
        if photo.time == nil { photo.time = message.time }
        photos.append(photo)
      }
    }
  }
}
