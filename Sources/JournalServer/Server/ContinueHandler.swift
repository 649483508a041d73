import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Tells a client that waits for it to send the body (RFC 9110, section 10.1.1): curl waits a second
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
