import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { Connecting, type ConnectionOptions } from './connection';
import { exchangeFailure, Failure } from './failure';
import type { ConnectionPool, PoolRequest } from './pool';
import { proxyFailure } from './proxy';
import {
  noTimings,
  WireError,
  type ExchangeAnswer,
  type StreamedBody,
  type ExchangeTarget,
  type WireRequest,
} from './types';

const MAX_INTERIM_ANSWERS = 8;
/** Set by the wire only: a second length or host would allow request smuggling. */
const OWN_HEADERS = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

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
  private readonly options: ConnectionOptions;
  private readonly settle = Promise.withResolvers<ExchangeAnswer>();
  private readonly timings = noTimings();
  private readonly connecting = new Connecting();
  private readonly request: ClientRequest | undefined;
  private totalTimer: Timer | undefined;
  private phaseTimer: Timer | undefined;
  private socket: Socket | undefined;
  private remoteIp: string | null = null;
  private bytesBefore = 0;
  private interim = 0;
  private settled = false;

  constructor(order: ExchangeRequest, pool: ConnectionPool, options: ConnectionOptions) {
    this.order = order;
    this.options = options;
    this.answer = this.settle.promise;
    const { limits, started } = order;
    const late = () =>
      this.fail(new Failure('timeout', this.phase, 'There was no complete head of an answer in time.'));
    this.totalTimer = setTimeout(late, Math.max(0, started + limits.totalMs - performance.now()));
    try {
      this.request = this.send(pool);
    } catch (error) {
      this.fail(exchangeFailure(error));
    }
  }

  get isStale(): boolean {
    return (
      this.request?.reusedSocket === true && this.interim === 0 && (this.socket?.bytesRead ?? 0) === this.bytesBefore
    );
  }

  fail(failure: Failure): void {
    if (this.settled) return;
    this.finish();
    this.connecting.end(failure);
    this.request?.destroy();
    this.settle.reject(
      new WireError(failure.code, {
        phase: failure.phase,
        detail: failure.detail,
        timings: this.timings,
        remoteIp: this.remoteIp,
        reused: this.request?.reusedSocket ?? false,
      }),
    );
  }

  private get phase() {
    return this.socket === undefined ? this.connecting.phase : 'head';
  }

  private send(pool: ConnectionPool): ClientRequest {
    const { target, method, body, limits, single } = this.order;
    const options: PoolRequest = {
      agent: pool,
      host: target.address,
      port: target.port,
      method,
      path: target.path,
      headers: wireHeaders(this.order),
      maxHeaderSize: limits.headBytes,
      poolKey: poolKey(this.order),
      idleMs: single === true ? SINGLE_IDLE_MS : undefined,
      open: () => this.open(),
    };
    const sent = request(options);
    sent
      .on('socket', (socket) => this.onSocket(socket))
      .on('information', () => this.onInterim())
      .on('upgrade', () => this.fail(new Failure('protocol_error', 'head', 'The answer changes to another protocol.')))
      .on('response', (response) => this.onHead(response))
      .on('error', (error) => this.onEnd(error))
      .on('close', () => this.onEnd());
    if (body === undefined || body instanceof Uint8Array) sent.end(body);
    else void this.pour(sent, body);
    return sent;
  }

  private async pour(sent: ClientRequest, body: StreamedBody): Promise<void> {
    try {
      for await (const chunk of body.chunks()) {
        if (this.settled) return;
        if (!sent.write(chunk)) await drained(sent);
      }
      sent.end();
    } catch {
      this.fail(new Failure('interrupted', this.phase, 'The body of the request could not be read.'));
    }
  }

  private open(): Promise<Socket> {
    const { target, limits } = this.order;
    const late = () => {
      const { awaitsProxy, phase } = this.connecting;
      if (awaitsProxy) this.fail(proxyFailure('was not ready in time'));
      else this.fail(new Failure('connect_timeout', phase, 'The connection was not ready in time.'));
    };
    this.phaseTimer = setTimeout(late, limits.connectMs);
    return this.connecting.open(target, this.options);
  }

  private onSocket(socket: Socket): void {
    clearTimeout(this.phaseTimer);
    this.socket = socket;
    this.bytesBefore = socket.bytesRead;
    this.remoteIp = this.options.proxy ? null : (socket.remoteAddress ?? this.order.target.address);
  }

  /** After the head, the events of the response report how its body ended. */
  private onEnd(error?: Error): void {
    if (this.timings.firstByteMs === null) this.fail(exchangeFailure(error));
  }

  private onInterim(): void {
    this.interim += 1;
    if (this.interim > MAX_INTERIM_ANSWERS) {
      this.fail(new Failure('protocol_error', 'head', `More than ${MAX_INTERIM_ANSWERS} interim answers came.`));
    }
  }

  private onHead(response: IncomingMessage): void {
    const status = response.statusCode ?? 0;
    if (status < 200)
      return this.fail(new Failure('protocol_error', 'head', `The answer ${status} is not a final one.`));

    this.timings.firstByteMs = performance.now() - this.order.started;
    const { limits, started } = this.order;
    const onBody = status === 200 ? this.order.onBody : undefined;
    const { readBytes } = limits;
    const collectBytes = onBody === undefined ? limits.collectBytes : 0;
    let taken = Promise.resolve();
    const kept: Buffer[] = [];
    let bodyBytes = 0;

    const conclude = (complete: boolean): void => {
      if (this.settled) return;
      this.finish();
      // A receiver may answer before it has read the request: the rest must not precede the next request.
      if (!complete || this.request?.writableFinished !== true) this.request?.destroy();
      const body = Buffer.concat(kept);
      this.settle.resolve({
        status,
        headers: pairs(response.rawHeaders),
        body,
        bodyBytes,
        truncated: bodyBytes > body.length,
        incomplete: !complete,
        timings: this.timings,
        remoteIp: this.remoteIp,
        reused: this.request?.reusedSocket ?? false,
        isPrivate: this.order.target.isPrivate,
      });
    };

    const ended = (): void => {
      if (onBody === undefined) conclude(response.complete);
      else void taken.then(() => conclude(response.complete));
    };

    clearTimeout(this.totalTimer);
    const leftMs = started + limits.totalMs - performance.now();
    this.phaseTimer = setTimeout(() => conclude(false), Math.max(0, Math.min(limits.bodyMs, leftMs)));
    response
      .on('data', (chunk: Buffer) => {
        const left = collectBytes - Math.min(bodyBytes, collectBytes);
        if (left > 0) kept.push(Buffer.from(chunk.subarray(0, left)));
        bodyBytes += chunk.length;
        if (bodyBytes > readBytes) return conclude(false);
        if (onBody === undefined) return;
        response.pause();
        taken = taken
          .then(() => onBody(chunk))
          .then(
            () => void response.resume(),
            () => conclude(false),
          );
      })
      .on('end', ended)
      .on('error', () => conclude(false))
      .on('close', ended);
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

const drained = (sent: ClientRequest): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    sent.off('drain', end).off('close', end);
    resolve();
  };
  sent.on('drain', end).on('close', end);
  return promise;
};

function wireHeaders({ target, headers, body }: ExchangeRequest): string[] {
  const flat = ['host', target.host];
  for (const [name, value] of headers) if (!OWN_HEADERS.has(name.toLowerCase())) flat.push(name, value);
  if (body !== undefined) {
    flat.push('content-length', String(body instanceof Uint8Array ? body.byteLength : body.length));
  }
  return flat;
}

function pairs(raw: readonly string[]): [string, string][] {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    list.push([(raw[index] ?? '').toLowerCase(), raw[index + 1] ?? '']);
  }
  return list;
}
