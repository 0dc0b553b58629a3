import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  code: string | undefined;
}

/** A TCP connection to a server, for what no HTTP client would send. */
export async function openSocket(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let received = Buffer.alloc(0);
  let wake = (): void => {};
  const state = { closed: false };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  // A reset is an end like any other; what came before it counts.
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => {
      state.closed = true;
      resolve(performance.now());
      wake();
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

  /** The next answer on the connection; undefined when it closes without one. */
  const answer = async (): Promise<RawAnswer | undefined> => {
    for (;;) {
      const parsed = parse(received);
      if (parsed) {
        received = received.subarray(parsed.size);
        return parsed.answer;
      }
      if (state.closed) return undefined;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return {
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    answer,
    /** When the connection was closed, by the monotonic clock. */
    closed,
    isClosed: () => state.closed,
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** Sends bytes on a connection of their own and returns the answer. */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer | undefined> {
  using socket = await openSocket(port);
  socket.send(bytes);
  return await socket.answer();
}

function parse(bytes: Buffer): { answer: RawAnswer; size: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers(fields.map((field) => [field.split(':', 1)[0] ?? '', field.replace(/^[^:]*:\s*/, '')]));
  const size = end + 4 + Number(headers.get('content-length') ?? 0);
  if (bytes.length < size) return undefined;
  const text = bytes.subarray(end + 4, size).toString();
  return {
    size,
    answer: { status: Number(line.split(' ')[1]), headers, text, code: /"code":"(\w+)"/.exec(text)?.[1] },
  };
}
