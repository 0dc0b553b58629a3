import { badAnswer, providerTimedOut } from './failure';
import { BlockSplitter, type StreamBlock } from './sse';

const SILENT = Symbol('silent');

/**
 * Blocks of a provider’s stream as they arrive together, read only when they are asked for, so that a slow caller slows
 * the provider down.
 */
export class UpstreamEvents {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #silenceMs: number;
  readonly #splitter = new BlockSplitter();
  #ready: StreamBlock[] = [];
  #reading: Promise<void> | undefined;
  #isOver = false;
  readonly #alarm = new Alarm();
  /** Time of the last bytes, or since when more are asked for: a slow caller is not the provider’s silence. */
  #silentSince = performance.now();

  constructor(body: ReadableStream<Uint8Array>, silenceMs: number) {
    this.#reader = body.getReader();
    this.#silenceMs = silenceMs;
  }

  /**
   * At least one block. Undefined at the end of the stream, `silent` after `waitMs` without a block. Throws an
   * `AttemptFailure`.
   */
  async next(waitMs: number): Promise<StreamBlock[] | 'silent' | undefined> {
    while (this.#ready.length === 0) {
      if (this.#splitter.failure) throw badAnswer('The provider sent a stream that is not valid.');
      if (this.#isOver) return undefined;
      if (this.#reading === undefined) this.#silentSince = performance.now();
      const left = this.#silentSince + this.#silenceMs - performance.now();
      if (left <= 0) throw providerTimedOut(`The provider sent nothing for ${this.#silenceMs / 1000} seconds.`);
      this.#reading ??= this.#read();
      const arrival = await Promise.race([this.#reading, this.#alarm.after(Math.min(left, waitMs))]);
      if (arrival === SILENT && waitMs < left) return 'silent';
    }
    const blocks = this.#ready;
    this.#ready = [];
    return blocks;
  }

  /** Closes the connection if the stream is not over. */
  close(): void {
    this.#alarm.stop();
    this.#reader.cancel().catch(() => undefined);
  }

  async #read(): Promise<void> {
    try {
      const { done, value } = await this.#reader.read();
      this.#ready = done ? this.#splitter.end() : this.#splitter.push(value);
      this.#isOver = done;
      this.#silentSince = performance.now();
    } catch {
      throw badAnswer('The connection to the provider was closed before the answer was complete.');
    } finally {
      this.#reading = undefined;
    }
  }
}

/** One timer for all waits of a stream: to set one for each event costs as much as to read the event. */
class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerDueAt = Infinity;
  #dueAt = Infinity;
  #ring: (() => void) | undefined;

  /** A later call replaces an earlier one. */
  after(ms: number): Promise<typeof SILENT> {
    const { promise, resolve } = Promise.withResolvers<typeof SILENT>();
    this.#dueAt = performance.now() + ms;
    this.#ring = () => resolve(SILENT);
    if (this.#timerDueAt > this.#dueAt) this.#set(ms);
    return promise;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #set(ms: number): void {
    clearTimeout(this.#timer);
    this.#timerDueAt = this.#dueAt;
    this.#timer = setTimeout(() => {
      this.#timerDueAt = Infinity;
      const left = this.#dueAt - performance.now();
      if (left > 0) this.#set(left);
      else this.#ring?.();
    }, ms);
  }
}
