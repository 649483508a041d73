import Testing

@testable import Reminders
