import { type AttemptFailure, badAnswer, providerTimedOut } from './failure';
import { BlockSplitter, type StreamBlock } from './sse';

interface SilenceOptions {
  silenceMs: number;
  /** Time without a block after which `onSilent` is called, again and again. */
  keepaliveMs: number;
  onSilent: () => void;
}

/** Read only on demand, so that a slow caller slows the provider down. */
export class UpstreamEvents {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #splitter = new BlockSplitter();
  #isOver = false;
  #failure: AttemptFailure | undefined;
  /** Infinite while no bytes are awaited: a slow caller is not the provider’s silence. */
  #waitingSince = Infinity;
  #lastEventAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  get isWaiting(): boolean {
    return this.#waitingSince !== Infinity;
  }

  /** At least one block; undefined at the end of the stream. Throws an `AttemptFailure`. */
  async next(): Promise<StreamBlock[] | undefined> {
    for (;;) {
      if (this.#splitter.failure) throw badAnswer('The provider sent a stream that is not valid.');
      if (this.#isOver) return undefined;
      const blocks = await this.#read();
      if (this.#failure) throw this.#failure;
      if (blocks.length > 0) return blocks;
    }
  }

  /** One timer for all waits: setting one for each costs as much as reading. */
  watch(options: SilenceOptions): void {
    const { silenceMs, keepaliveMs, onSilent } = options;
    const now = performance.now();
    const silentMs = now - this.#waitingSince;
    if (silentMs >= silenceMs) {
      this.#failure = providerTimedOut(`The provider sent nothing for ${silenceMs / 1000} seconds.`);
      return this.close();
    }
    const isDue = now - this.#lastEventAt >= keepaliveMs;
    if (isDue) this.#lastEventAt = now;
    if (isDue && this.isWaiting) onSilent();
    const dueMs = Math.min(this.#lastEventAt + keepaliveMs - now, silenceMs - silentMs);
    this.#timer = setTimeout(() => this.watch(options), Math.ceil(dueMs));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#reader.cancel().catch(() => undefined);
  }

  async #read(): Promise<StreamBlock[]> {
    this.#waitingSince = performance.now();
    try {
      const { done, value } = await this.#reader.read();
      this.#isOver = done;
      const blocks = done ? this.#splitter.end() : this.#splitter.push(value);
      if (blocks.length > 0) this.#lastEventAt = performance.now();
      return blocks;
    } catch {
      throw badAnswer('The connection to the provider was closed before the answer was complete.');
    } finally {
      this.#waitingSince = Infinity;
    }
  }
}
