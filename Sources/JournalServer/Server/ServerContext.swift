package import Hummingbird

/// What belongs to one request.
package struct ServerContext: RequestContext {
  package var coreContext: CoreRequestContextStorage

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
