import type { Socket } from 'node:net';

import { AnswerBody } from './answer-body';
import { type AnswerHead, checkBeginning, parseHead } from './answer-head';
import { Connecting, type ConnectionOptions } from './connection';
import { exchangeFailure, Failure } from './failure';
import { PooledConnection, type ConnectionPool } from './pool';
import { proxyFailure } from './proxy';
import { requestHead } from './request-head';
import {
  noTimings,
  WireError,
  type ExchangeAnswer,
  type StreamedBody,
  type ExchangeTarget,
  type WireRequest,
} from './types';

const MAX_INTERIM_ANSWERS = 8;
const HEAD_END = '\r\n\r\n';
/** Copied behind its head, so that both are one write. */
const SMALL_BODY = 65_536;

/** Receivers do not close a connection this soon after a request, so reuse is as safe as a new connection. */
const SINGLE_IDLE_MS = 1000;

export interface ExchangeRequest extends WireRequest {
  target: ExchangeTarget;
  started: number;
}

/** Always settles by its deadline, and leaves no timer or socket behind. */
export class Exchange {
  readonly answer: Promise<ExchangeAnswer>;
  private readonly order: ExchangeRequest;
  private readonly pool: ConnectionPool;
  private readonly options: ConnectionOptions;
  private readonly settle = Promise.withResolvers<ExchangeAnswer>();
  private readonly timings = noTimings();
  private readonly connecting = new Connecting();
  private totalTimer: Timer | undefined;
  private phaseTimer: Timer | undefined;
  private connection: PooledConnection | undefined;
  private hasReceived = false;
  private isSent = false;
  private headText = '';
  private head: AnswerHead | undefined;
  private body: AnswerBody | undefined;
  private interim = 0;
  private readonly kept: Buffer[] = [];
  private bodyBytes = 0;
  private taken: Promise<void> | undefined;
  private settled = false;

  constructor(order: ExchangeRequest, pool: ConnectionPool, options: ConnectionOptions) {
    this.order = order;
    this.pool = pool;
    this.options = options;
    this.answer = this.settle.promise;
    const { limits, started } = order;
    const late = () =>
      this.fail(new Failure('timeout', this.phase, 'There was no complete head of an answer in time.'));
    this.totalTimer = setTimeout(late, Math.max(0, started + limits.totalMs - performance.now()));
    try {
      const head = requestHead(order);
      const idle = pool.take(poolKey(order));
      if (idle) this.send(idle, head);
      else void this.connect(head);
    } catch (error) {
      this.fail(exchangeFailure(error));
    }
  }

  get isStale(): boolean {
    return this.connection?.isReused === true && !this.hasReceived;
  }

  fail(failure: Failure): void {
    if (this.settled) return;
    this.finish();
    this.connecting.end(failure);
    this.connection?.destroy();
    this.settle.reject(
      new WireError(failure.code, {
        phase: failure.phase,
        detail: failure.detail,
        timings: this.timings,
        remoteIp: this.remoteIp,
        reused: this.connection?.isReused ?? false,
      }),
    );
  }

  private get phase() {
    return this.connection === undefined ? this.connecting.phase : 'head';
  }

  private get remoteIp(): string | null {
    if (this.options.proxy || this.connection === undefined) return null;
    return this.connection.remoteAddress ?? this.order.target.address;
  }

  private async connect(head: string): Promise<void> {
    const { target, limits } = this.order;
    const late = () => {
      const { awaitsProxy, phase } = this.connecting;
      if (awaitsProxy) this.fail(proxyFailure('was not ready in time'));
      else this.fail(new Failure('connect_timeout', phase, 'The connection was not ready in time.'));
    };
    this.phaseTimer = setTimeout(late, limits.connectMs);
    try {
      const socket = await this.connecting.open(target, this.options);
      clearTimeout(this.phaseTimer);
      if (this.settled) socket.destroy();
      else this.send(new PooledConnection(socket), head);
    } catch (error) {
      this.fail(exchangeFailure(error));
    }
  }

  private send(connection: PooledConnection, head: string): void {
    const { body } = this.order;
    const { socket } = connection;
    this.connection = connection;
    connection.user = {
      onData: (chunk) => this.onData(chunk),
      onEnd: () => this.onEnd(true),
      onClose: () => this.onEnd(false),
    };
    const sent = (): void => void (this.isSent = true);
    if (body !== undefined && !(body instanceof Uint8Array)) {
      socket.write(head, 'latin1');
      void this.pour(socket, body).then(sent);
    } else if (body !== undefined && body.byteLength > SMALL_BODY) {
      socket.write(head, 'latin1');
      socket.write(body, sent);
    } else {
      const bytes = Buffer.allocUnsafe(head.length + (body?.byteLength ?? 0));
      bytes.write(head, 0, 'latin1');
      if (body) bytes.set(body, head.length);
      socket.write(bytes, sent);
    }
  }

  private async pour(socket: Socket, body: StreamedBody): Promise<void> {
    let left = body.length;
    try {
      for await (const chunk of body.chunks()) {
        if (this.settled) return;
        left -= chunk.byteLength;
        if (left < 0) break;
        if (!socket.write(chunk)) await drained(socket);
      }
    } catch {
      left = -1;
    }
    if (left !== 0) this.fail(new Failure('interrupted', this.phase, 'The body of the request could not be read.'));
  }

  private onData(chunk: Buffer): void {
    this.hasReceived = true;
    try {
      if (this.head === undefined) this.onHeadBytes(chunk);
      else this.onBodyBytes(chunk);
    } catch (error) {
      if (this.head === undefined) this.fail(exchangeFailure(error));
      else this.conclude(false);
    }
  }

  private onHeadBytes(chunk: Buffer): void {
    const known = this.headText.length;
    this.headText += chunk.toString('latin1');
    const end = this.headText.indexOf(HEAD_END, Math.max(0, known - HEAD_END.length));
    if ((end < 0 ? this.headText.length : end) > this.order.limits.headBytes)
      throw new Failure('header_overflow', 'head', 'The head of the answer is too large.');
    checkBeginning(end < 0 ? this.headText : this.headText.slice(0, end + 2), known);
    if (end < 0) return;

    const head = parseHead(this.headText.slice(0, end));
    const after = chunk.subarray(chunk.length - (this.headText.length - end - HEAD_END.length));
    this.headText = '';
    if (head.status >= 200) return this.onHead(head, after);

    if (head.status === 101) throw new Failure('protocol_error', 'head', 'The answer changes to another protocol.');
    this.interim += 1;
    if (this.interim > MAX_INTERIM_ANSWERS)
      throw new Failure('protocol_error', 'head', `More than ${MAX_INTERIM_ANSWERS} interim answers came.`);
    if (after.length > 0) this.onHeadBytes(after);
  }

  private onHead(head: AnswerHead, after: Buffer): void {
    this.head = head;
    this.body = new AnswerBody(head.framing);
    this.timings.firstByteMs = performance.now() - this.order.started;
    clearTimeout(this.totalTimer);
    if (this.body.hasEnded || after.length > 0) this.onBodyBytes(after);
    if (this.settled) return;
    const { limits, started } = this.order;
    const leftMs = started + limits.totalMs - performance.now();
    this.phaseTimer = setTimeout(() => this.conclude(false), Math.max(0, Math.min(limits.bodyMs, leftMs)));
  }

  private onBodyBytes(chunk: Buffer): void {
    if (this.body === undefined || this.settled) return;
    const excess = this.body.take(chunk, (data) => this.onBodyPart(data));
    if (this.body.hasEnded) this.concludeTaken(true, excess === 0);
  }

  private onBodyPart(data: Buffer): void {
    if (this.settled) return;
    const { limits } = this.order;
    const onBody = this.head?.status === 200 ? this.order.onBody : undefined;
    const left = onBody === undefined ? limits.collectBytes - Math.min(this.bodyBytes, limits.collectBytes) : 0;
    // A copy, since the runtime may reuse its buffer.
    if (left > 0) this.kept.push(Buffer.from(data.subarray(0, left)));
    this.bodyBytes += data.length;
    if (this.bodyBytes > limits.readBytes) return this.conclude(false);
    if (onBody === undefined) return;
    const { connection } = this;
    connection?.socket.pause();
    this.taken = (this.taken ?? Promise.resolve())
      .then(() => onBody(data))
      .then(
        () => void connection?.socket.resume(),
        () => this.conclude(false),
      );
  }

  private onEnd(isClean: boolean): void {
    if (this.head === undefined) this.fail(exchangeFailure(undefined));
    else this.concludeTaken(isClean && this.body?.endsWithConnection === true, false);
  }

  private concludeTaken(complete: boolean, mayKeep: boolean): void {
    if (this.taken === undefined) this.conclude(complete, mayKeep);
    else void this.taken.then(() => this.conclude(complete, mayKeep));
  }

  private conclude(complete: boolean, mayKeep = false): void {
    const { head, connection, order } = this;
    if (this.settled || head === undefined || connection === undefined) return;
    this.finish();
    // A receiver may answer before it has read the request: the rest must not precede the next request.
    if (mayKeep && head.keepsAlive && this.isSent) {
      const idleMs = order.single === true ? SINGLE_IDLE_MS : undefined;
      this.pool.give(poolKey(order), connection, { idleMs, hintMs: head.keepAliveMs });
    } else connection.destroy();
    const body = this.kept.length === 1 && this.kept[0] ? this.kept[0] : Buffer.concat(this.kept);
    this.settle.resolve({
      status: head.status,
      headers: head.headers,
      body,
      bodyBytes: this.bodyBytes,
      truncated: this.bodyBytes > body.length,
      incomplete: !complete,
      timings: this.timings,
      remoteIp: this.remoteIp,
      reused: connection.isReused,
      isPrivate: order.target.isPrivate,
    });
  }

  private finish(): void {
    this.settled = true;
    clearTimeout(this.totalTimer);
    clearTimeout(this.phaseTimer);
    this.timings.connectMs = this.connecting.connectMs;
    this.timings.tlsMs = this.connecting.tlsMs;
    this.timings.totalMs = performance.now() - this.order.started;
  }
}

export const poolKey = ({ target, single }: ExchangeRequest): string =>
  `${target.address} ${target.port} ${target.tls ? target.servername : ''}${single === true ? ' single' : ''}`;

const drained = (socket: Socket): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    socket.off('drain', end).off('close', end);
    resolve();
  };
  socket.on('drain', end).on('close', end);
  return promise;
};
