import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Forwards TCP connections to a local port until stopped or asked to break them. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(
    /** Target port of new connections. */
    public target: number,
    private readonly server = createServer(),
  ) {
    server.on("connection", (socket) => this.pass(socket));
  }

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await once(proxy.server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private pass(socket: Socket): void {
    const onward = connect(this.target, "127.0.0.1");
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => (this.sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  }

  /** Breaks the open connections. */
  breakAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Silently drops all further data of the open connections, in both directions; new connections pass. */
  swallowAll(): void {
    for (const socket of this.sockets) {
      socket.unpipe();
      socket.removeAllListeners("close").on("close", () => this.sockets.delete(socket));
      socket.on("data", () => undefined);
    }
  }

  stop(): void {
    this.breakAll();
    this.server.close();
  }
}
