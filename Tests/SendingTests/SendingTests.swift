import Testing

@testable import Sending
