@testable import JournalServer

/// The words of pages, where a post's are known too.
typealias PageWords = Words
