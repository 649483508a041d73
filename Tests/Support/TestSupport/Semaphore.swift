/// Room for a fixed number of programs at a time; whoever asks first is let in first.
actor Semaphore {
  private let room: Int
  private(set) var taken = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ room: Int) { self.room = room }

  var waitingCount: Int { waiting.count }

  /// Takes a place, once one is free.
  func enter() async {
    if taken < room {
      taken += 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Hands the place to whoever has waited longest.
  func leave() {
    if waiting.isEmpty { taken -= 1 } else { waiting.removeFirst().resume() }
  }
}
