import HTTPTypes
package import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// The limits that a server sets on connections.
package enum Connections {
  /// Plain HTTP, or what is inside TLS.
  package static var configuration: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [SmallReads(), ContinueHandler(), SlowClients()],
      idleTimeout: SlowClients.window)
  }

  /// How many are open at a time; others wait in the system's queue. Each takes a file descriptor, of
  /// which a process usually has 1,024, and each photo that is received takes another.
  package static var limit: MaximumAvailableConnections { MaximumAvailableConnections(480) }
}

/// Makes a connection read little at a time. Ten reads are kept until they are taken: at the usual 64 kB
/// each, a hundred photos that come at once would take 64 MB.
private final class SmallReads: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      try context.channel.syncOptions?.setOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 * 1_024))
    } catch {
      // It only takes more memory.
    }
  }
}

/// Tells a client that waits for an answer to send the body (RFC 9110, section 10.1.1): curl waits a second
/// before a photo.
final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundOut = HTTPResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let request) = unwrapInboundIn(data),
      request.headerFields[.expect]?.lowercased() == "100-continue"
    {
      let answer = HTTPResponsePart.head(HTTPResponse(status: .continue))
      context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
    context.fireChannelRead(data)
  }
}
