/**
 * The least HTTP client on `Bun.connect`: kept connections, answers with a length or without a body, one deadline. It
 * shows what a wire of our own would save beside that of the agent, and is none: no TLS, chunks, limits or resends.
 */
import type { Socket } from 'bun';

import type { ExchangeAnswer, Egress, ExchangeTarget } from '../../server/egress/types';

const POLL_MS = 50;
const END = '\r\n\r\n';

interface Line {
  socket: Socket<Line> | undefined;
  key: string;
  received: string;
  isReused: boolean;
  began: number;
  deadline: number;
  settle: { resolve: (answer: ExchangeAnswer) => void; reject: (error: Error) => void } | undefined;
}

export function createRawWire(vet: Egress['vet']): { post: Egress['post']; close: () => void } {
  const idle = new Map<string, Line[]>();
  const busy = new Set<Line>();

  const fail = (line: Line, text: string): void => {
    busy.delete(line);
    line.settle?.reject(new Error(text));
    line.settle = undefined;
    line.socket?.end();
  };
  const wheel = setInterval(() => {
    const now = performance.now();
    for (const line of busy) if (line.deadline < now) fail(line, 'timeout');
  }, POLL_MS);

  const handlers = {
    data(socket: Socket<Line>, chunk: Buffer): void {
      const line = socket.data;
      line.received += chunk.toString('latin1');
      const end = line.received.indexOf(END);
      if (end < 0) return;
      const answer = read(line, end);
      if (answer === undefined) return;
      busy.delete(line);
      line.received = '';
      const kept = idle.get(line.key);
      if (kept) kept.push(line);
      else idle.set(line.key, [line]);
      line.settle?.resolve(answer);
      line.settle = undefined;
    },
    close: (socket: Socket<Line>): void => fail(socket.data, 'closed'),
    error: (socket: Socket<Line>, error: Error): void => fail(socket.data, error.message),
  };

  async function lineTo(target: ExchangeTarget, key: string): Promise<Line> {
    const kept = idle.get(key)?.pop();
    if (kept) {
      kept.isReused = true;
      return kept;
    }
    const { address: hostname, port } = target;
    const data: Line = {
      socket: undefined,
      key,
      received: '',
      isReused: false,
      began: 0,
      deadline: 0,
      settle: undefined,
    };
    data.socket = await Bun.connect<Line>({ hostname, port, data, socket: handlers });
    return data;
  }

  return {
    async post(url, purpose, headers, body, limits) {
      const [target] = (await vet(url, purpose)).targets;
      const line = await lineTo(target, `${target.address} ${target.port}`);
      let head = `POST ${target.path} HTTP/1.1\r\nhost: ${target.host}\r\n`;
      for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
      head += `content-length: ${body.byteLength}${END}`;
      const bytes = Buffer.allocUnsafe(head.length + body.byteLength);
      bytes.write(head, 0, 'latin1');
      bytes.set(body, head.length);

      const { promise, ...settle } = Promise.withResolvers<ExchangeAnswer>();
      line.settle = settle;
      line.began = performance.now();
      line.deadline = line.began + limits.totalMs;
      busy.add(line);
      if (line.socket?.write(bytes) !== bytes.length) fail(line, 'not written at once');
      return promise;
    },
    close(): void {
      clearInterval(wheel);
      for (const lines of idle.values()) for (const { socket } of lines) socket?.end();
    },
  };
}

/** The answer, once its body is in. */
function read({ received, began, isReused }: Line, end: number): ExchangeAnswer | undefined {
  const [first = '', ...fields] = received.slice(0, end).split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  const bodyBytes = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  const body = received.slice(end + END.length);
  if (body.length < bodyBytes) return undefined;
  const totalMs = performance.now() - began;
  return {
    status: Number(first.slice(9, 12)),
    headers,
    body: Buffer.from(body, 'latin1'),
    bodyBytes,
    truncated: false,
    incomplete: false,
    timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: totalMs, totalMs },
    remoteIp: '127.0.0.1',
    reused: isReused,
    isPrivate: true,
  };
}
