/** Types of `@trpc/client` name those of `ws`, which this project does not use; `@types/ws` would do as well. */
declare module 'ws' {
  namespace ws {
    class WebSocket {}
    class WebSocketServer {}
  }
  export default ws;
}
