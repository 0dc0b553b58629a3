import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

import { lasting } from './waiting';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

export interface ProviderRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Json;
  /** The body as it came. */
  raw: Buffer;
  /** Resolves when the connection of the request is over, with whether the caller cut it off. */
  over: Promise<{ byCaller: boolean }>;
}

export interface ProviderAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent one after the other. */
  chunks?: Iterable<string | Uint8Array>;
  /** Destroys the connection after so many bytes of the body. */
  cutAt?: number;
  /** Ends the answer properly after so many bytes of the body. */
  endAt?: number;
  /** Sends nothing more after the headers and the chunks, and never ends. */
  hangs?: boolean;
  /** Sends not even headers. */
  isDeaf?: boolean;
  /** Milliseconds between two chunks. */
  pauseMs?: number;
}

type Script = (request: ProviderRequest, index: number) => ProviderAnswer | Promise<ProviderAnswer>;

/** A provider of AI models outside the process, which answers as a test says, and fails as one says. */
export class ModelProvider {
  readonly requests: ProviderRequest[] = [];
  answer: Script = () => chatAnswer('Hello');
  readonly #server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => void this.#serve(incoming.url ?? '', incoming.headers, Buffer.concat(pieces), response));
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return this;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
  }

  get last(): ProviderRequest {
    const request = this.requests.at(-1);
    if (!request) throw new Error('Nobody asked.');
    return request;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #serve(path: string, headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): Promise<void> {
    const over = new Promise<{ byCaller: boolean }>((resolve) => {
      response.on('close', () => resolve({ byCaller: !response.writableFinished && !cut }));
    });
    let cut = false;
    const isJson = headers['content-type']?.startsWith('application/json') ?? false;
    const request = { path, headers, body: isJson ? (JSON.parse(body.toString()) as Json) : {}, raw: body, over };
    this.requests.push(request);
    const answer = await this.answer(request, this.requests.length - 1);
    if (answer.isDeaf) return;

    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.flushHeaders();
    let left = answer.cutAt ?? answer.endAt ?? Infinity;
    for (const chunk of answer.chunks ?? []) {
      const bytes = Buffer.from(chunk as string);
      if (bytes.length >= left) {
        cut = true;
        if (answer.endAt !== undefined) response.end(bytes.subarray(0, left));
        else response.write(bytes.subarray(0, left), () => response.socket?.destroy());
        return;
      }
      left -= bytes.length;
      // A full buffer waits for the caller.
      if (!response.write(bytes))
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      if (answer.pauseMs !== undefined) await lasting(answer.pauseMs);
      if (response.destroyed) return;
    }
    if (!answer.hangs) response.end();
  }
}

export const usage = (prompt: number, completion: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

const COMMON = { id: 'chatcmpl-1', created: 1_763_683_200, model: 'm' };

/** A whole completion. */
export const chatAnswer = (content: string, tokens: object | null = usage(10, 5), more: Json = {}): ProviderAnswer => ({
  chunks: [
    JSON.stringify({
      ...COMMON,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      ...(tokens ? { usage: tokens } : {}),
      ...more,
    }),
  ],
});

export const chunk = (choices: object[], more: Json = {}): string =>
  `data: ${JSON.stringify({ ...COMMON, object: 'chat.completion.chunk', choices, ...more })}\n\n`;

export const delta = (content: string, finish: string | null = null): object => ({
  index: 0,
  delta: { content },
  finish_reason: finish,
});

export const DONE = 'data: [DONE]\n\n';

/** A stream of these chunks, as they are. */
export const stream = (chunks: Iterable<string | Uint8Array>, more: ProviderAnswer = {}): ProviderAnswer => ({
  headers: { 'content-type': 'text/event-stream' },
  chunks,
  ...more,
});

/** A completion word by word, with the tokens in a chunk of their own. */
export const chatStream = (words: readonly string[], tokens: object | null = usage(10, words.length)): string[] => [
  ...words.map((word) => chunk([delta(word)])),
  chunk([delta('', 'stop')]),
  ...(tokens ? [chunk([], { usage: tokens })] : []),
  DONE,
];
