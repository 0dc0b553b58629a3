import { type AttemptFailure, badAnswer, providerTimedOut } from './failure';
import { BlockSplitter, type StreamBlock } from './sse';

interface SilenceOptions {
  /** Time without bytes after which the provider has failed. */
  silenceMs: number;
  /** Time without a block after which `onSilent` is called, again and again. */
  keepaliveMs: number;
  onSilent: () => void;
}

/**
 * Blocks of a provider’s stream as they arrive together, read only when they are asked for, so that a slow caller slows
 * the provider down.
 */
export class UpstreamEvents {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #splitter = new BlockSplitter();
  #isOver = false;
  #failure: AttemptFailure | undefined;
  /** Since when bytes are waited for; otherwise infinite: a slow caller is not the provider’s silence. */
  #waitingSince = Infinity;
  #heardAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Whether bytes of the provider are waited for. */
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

  /** Watches the waits until the stream is closed. One timer for all: to set one for each costs as much as to read. */
  watch(options: SilenceOptions): void {
    const { silenceMs, keepaliveMs, onSilent } = options;
    const now = performance.now();
    const silentMs = now - this.#waitingSince;
    if (silentMs >= silenceMs) {
      this.#failure = providerTimedOut(`The provider sent nothing for ${silenceMs / 1000} seconds.`);
      return this.close();
    }
    const isDue = now - this.#heardAt >= keepaliveMs;
    if (isDue) this.#heardAt = now;
    if (isDue && this.isWaiting) onSilent();
    const dueMs = Math.min(this.#heardAt + keepaliveMs - now, silenceMs - silentMs);
    this.#timer = setTimeout(() => this.watch(options), Math.ceil(dueMs));
  }

  /** Closes the connection if the stream is not over. */
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
      if (blocks.length > 0) this.#heardAt = performance.now();
      return blocks;
    } catch {
      throw badAnswer('The connection to the provider was closed before the answer was complete.');
    } finally {
      this.#waitingSince = Infinity;
    }
  }
}
