import Foundation
import Journal
import JournalSupport
import Testing

@testable import Store

@Suite("The key with which a device encrypts what it keeps")
struct OfflineKeyTests {
  private let test: LockedJournal
  private let device: Device
  private let token: AccessToken
  private var devices: Devices { test.test.journals.devices }

  init() throws {
    test = try LockedJournal(pin: nil)
    let code = try test.test.journals.devices.makePairing(
      for: test.lock.owner, now: test.clock.read())
    let paired = try test.test.journals.devices.pair(
      with: code, name: DeviceName("phone"), now: test.clock.read())
    (device, token) = try #require(paired)
  }

  @Test("is made when that is chosen, stays while it is, and is gone with the choice")
  func chosen() throws {
    let owner = test.lock.owner
    #expect(try devices.offlineKey(of: device) == nil && !device.keepsOffline)
    #expect(try devices.setKeepsOffline(true, device.id, of: owner))
    let key = try #require(try devices.offlineKey(of: device))
    #expect(key.count == 32 && Set(key).count > 8)
    #expect(try devices.find(token, now: test.clock.read())?.keepsOffline == true)
    #expect(try devices.setKeepsOffline(true, device.id, of: owner))
    #expect(try devices.offlineKey(of: device) == key)
    #expect(try devices.setKeepsOffline(false, device.id, of: owner))
    #expect(try devices.offlineKey(of: device) == nil)
    #expect(try devices.setKeepsOffline(true, device.id, of: owner))
    #expect(try devices.offlineKey(of: device) != key)
  }

  @Test("is no other owner's to make, nor a program's")
  func others() throws {
    let bob = try test.add("bob")
    #expect(try !devices.setKeepsOffline(true, device.id, of: bob.owner))
    let program = try NewToken(
      name: DeviceName("script"), scope: .all, days: 90, postsWhileLocked: false)
    let made = try devices.makeToken(
      program, for: test.lock.owner, by: .machine, now: test.clock.read())
    let script = try #require(made).0
    #expect(try !devices.setKeepsOffline(true, script.id, of: test.lock.owner))
    #expect(try devices.offlineKey(of: script) == nil)
  }

  @Test("is another one once there is a PIN: without one the browser has it in its files")
  func withPIN() throws {
    #expect(try devices.setKeepsOffline(true, device.id, of: test.lock.owner))
    let key = try devices.offlineKey(of: device)
    try test.lock.set("2580")
    let other = try #require(try devices.offlineKey(of: device))
    #expect(other != key)
  }

  @Test("is nobody's in a journal of version 17")
  func migrated() throws {
    try test.test.age(to: 17)
    let devices = try Journal(opening: test.path).devices
    #expect(try test.test.count("PRAGMA user_version") == 20)
    let found = try #require(try devices.find(token, now: test.clock.read()))
    #expect(found == device)
    #expect(try devices.offlineKey(of: found) == nil)
    #expect(try test.test.text("PRAGMA integrity_check") == "ok")
  }
}
