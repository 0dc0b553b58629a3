import { decodeBinaryNode, encodeBinaryNode, type BinaryNode, type proto } from 'baileys';
import type { ServerWebSocket } from 'bun';

import type { CertificateAuthority } from './certificates';
import type { Companion } from './companion';
import { SERVER, bigEndian, describeNode, makeNode } from './node';
import { NoiseServer, PROLOGUE } from './noise';
import type { PasskeyPairing } from './pairing/passkey';

export interface SocketData {
  connection: Connection | null;
}

/** What the server does with what a connection brings. */
export interface ConnectionEvents {
  /** The handshake is over. */
  open(connection: Connection, payload: proto.ClientPayload): void | Promise<void>;
  node(connection: Connection, node: BinaryNode): void | Promise<void>;
  fault(text: string): void;
}

/** One WebSocket of one client. */
export class Connection {
  readonly noise: NoiseServer;
  /** The device that is logged in here. */
  companion: Companion | null = null;
  /** While a device is being linked: the refs of the QR codes that were given out. */
  refs: string[] = [];
  payload: proto.ClientPayload | null = null;
  /** While a passkey is demanded. */
  passkey: PasskeyPairing | null = null;
  /** Keeps the socket open and answers nothing, not even pings. */
  isFrozen = false;
  /** Ids of the requests that came, which may not repeat. */
  readonly requestIds = new Set<string>();

  private readonly socket: ServerWebSocket<SocketData>;
  private readonly events: ConnectionEvents;
  private readonly answers = new Map<string, (answer: BinaryNode) => void>();
  private readonly notifications = new Set<string>();
  private stage: 'prologue' | 'hello' | 'finish' | 'open' = 'prologue';
  private incoming = Buffer.alloc(0);
  private work: Promise<void> = Promise.resolve();
  private nextId = 1;

  constructor(socket: ServerWebSocket<SocketData>, authority: CertificateAuthority, events: ConnectionEvents) {
    this.socket = socket;
    this.events = events;
    this.noise = new NoiseServer(authority);
  }

  receive(chunk: Buffer): void {
    this.incoming = Buffer.concat([this.incoming, chunk]);
    if (this.stage === 'prologue' && !this.readPrologue()) return;
    while (this.incoming.length >= 3) {
      const end = 3 + this.incoming.readUIntBE(0, 3);
      if (this.incoming.length < end) return;
      const frame = Buffer.from(this.incoming.subarray(3, end));
      this.incoming = this.incoming.subarray(end);
      this.readFrame(frame);
    }
  }

  send(node: BinaryNode): void {
    if (this.isFrozen || this.stage !== 'open') return;
    this.sendFrame(this.noise.seal(encodeBinaryNode(node)));
  }

  /** For a notification before the login, which the client acknowledges like any other. */
  notify(node: BinaryNode): void {
    this.notifications.add(node.attrs['id'] ?? '');
    this.send(node);
  }

  /** False when the client was sent no such notification. */
  acknowledge(id: string | undefined): boolean {
    return this.notifications.delete(id ?? '');
  }

  isUnacknowledged(id: string): boolean {
    return this.notifications.has(id);
  }

  /** Sends a request of the server and waits for the client's answer. */
  request(content: BinaryNode[], attrs: Record<string, string> = {}): Promise<BinaryNode> {
    const id = `s${this.nextId++}`;
    const answered = new Promise<BinaryNode>((resolve) => this.answers.set(id, resolve));
    this.send(makeNode('iq', { from: SERVER, type: 'set', id, ...attrs }, content));
    return answered;
  }

  /** True when it is the answer to a request of the server. */
  settle(answer: BinaryNode): boolean {
    const resolve = this.answers.get(answer.attrs['id'] ?? '');
    this.answers.delete(answer.attrs['id'] ?? '');
    resolve?.(answer);
    return resolve !== undefined;
  }

  answer(request: BinaryNode, content?: BinaryNode[]): void {
    this.send(
      makeNode('iq', { from: request.attrs['to'] ?? SERVER, type: 'result', id: request.attrs['id'] }, content),
    );
  }

  refuse(request: BinaryNode, code: number, text = 'refused'): void {
    const error = makeNode('error', { code: String(code), text });
    this.send(makeNode('iq', { from: request.attrs['to'] ?? SERVER, type: 'error', id: request.attrs['id'] }, [error]));
  }

  /** Ends the session with a stream error, as the server does. */
  endStream(code: number | null, children: BinaryNode[] = []): void {
    this.send(makeNode('stream:error', code === null ? {} : { code: String(code) }, children));
    setTimeout(() => this.socket.close(), 5);
  }

  /** Refuses the login. */
  fail(reason: number, attrs: Record<string, string> = {}): void {
    this.send(makeNode('failure', { reason: String(reason), ...attrs }));
    setTimeout(() => this.socket.close(), 5);
  }

  /** Cuts the connection without a word. */
  cut(): void {
    this.socket.terminate();
  }

  close(code?: number): void {
    this.socket.close(code);
  }

  /** A frame that no key opens. */
  sendGarbage(bytes: Uint8Array): void {
    this.sendFrame(bytes);
  }

  /** Runs the parts of one connection after each other, in the order in which they came. */
  enqueue(run: () => void | Promise<void>): void {
    this.work = this.work.then(run).catch((error: unknown) => this.events.fault(`the peer failed: ${String(error)}`));
  }

  private readPrologue(): boolean {
    const routed = this.incoming.length >= 7 && this.incoming.toString('latin1', 0, 2) === 'ED';
    const start = routed ? 7 + this.incoming.readUIntBE(4, 3) : 0;
    if (this.incoming.length < start + PROLOGUE.length) return false;
    if (!this.incoming.subarray(start, start + PROLOGUE.length).equals(PROLOGUE)) {
      this.events.fault('a connection began with the wrong bytes');
      this.socket.close(1002);
      return false;
    }
    this.incoming = this.incoming.subarray(start + PROLOGUE.length);
    this.stage = 'hello';
    return true;
  }

  private readFrame(frame: Buffer): void {
    try {
      if (this.stage === 'hello') {
        this.sendFrame(this.noise.hello(frame));
        this.stage = 'finish';
      } else if (this.stage === 'finish') {
        const payload = this.noise.finish(frame);
        this.payload = payload;
        this.stage = 'open';
        this.enqueue(() => this.events.open(this, payload));
      } else {
        const plain = this.noise.open(frame);
        this.enqueue(() => this.readNode(plain));
      }
    } catch (error) {
      this.events.fault(`a frame was unreadable: ${String(error)}`);
      this.socket.close(1002);
    }
  }

  private async readNode(plain: Buffer): Promise<void> {
    const node = await decodeBinaryNode(plain);
    if (this.isFrozen) return;
    if (node.tag === 'iq' && (node.attrs['type'] === 'result' || node.attrs['type'] === 'error')) {
      if (!this.settle(node)) this.events.fault(`an answer to nothing: ${describeNode(node)}`);
      return;
    }
    await this.events.node(this, node);
  }

  private sendFrame(bytes: Uint8Array): void {
    this.socket.send(Buffer.concat([bigEndian(bytes.length, 3), bytes]));
  }
}
