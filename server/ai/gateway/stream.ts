import type { ErrorCode } from '../../../shared/errors';
import { ApiError } from '../../errors';
import { AttemptFailure, badAnswer, type Redact, redacted } from './failure';
import type { DeliveredEvents, EndpointForm, StreamConversion, StreamEvent } from './form';
import type { CallResult } from './ledger';
import type { Meter } from './meter';
import { encodeEvent, KEEPALIVE, type StreamBlock } from './sse';
import type { UpstreamEvents } from './upstream-events';

interface StreamOptions {
  from: EndpointForm;
  to: EndpointForm;
  redact: Redact;
  conversion: StreamConversion | undefined;
  meter: Meter;
  wantsUsage: boolean;
  keepaliveMs: number;
  silenceMs: number;
  firstTokenMs: number;
  gone: AbortSignal;
  /** Aborts when the caller has left, the call took too long, or the process stops. */
  stopped: AbortSignal;
  abort: () => void;
  /** Resolves when the call is settled, after which the stream may end. */
  settled: () => Promise<void>;
}

interface MeteredStream {
  body: ReadableStream<Uint8Array>;
  result: Promise<CallResult>;
}

export function meterStream(first: StreamBlock[], events: UpstreamEvents, options: StreamOptions): MeteredStream {
  const { meter, gone, stopped, abort, firstTokenMs, keepaliveMs, silenceMs } = options;
  const { promise: result, resolve } = Promise.withResolvers<CallResult>();

  const finish = (outcome: CallResult['outcome'], status: number, errorCode: ErrorCode | null): void =>
    resolve({ outcome, status, errorCode, usage: meter.usage, isEstimated: meter.isEstimated, firstTokenMs });
  const leave = (): void => {
    finish('client_closed', 200, null);
    abort();
    events.close();
  };
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();

  // A caller who does not read would keep the call open: the loop below waits for it, not for the provider.
  const onStopped = (): void => {
    if (!events.isWaiting) leave();
  };
  stopped.addEventListener('abort', onStopped, { once: true });
  if (stopped.aborted) onStopped();

  /** Blocks that arrive together are written at once. */
  async function pull(caller: ReadableStreamDirectController): Promise<void> {
    const output = new Output(options);
    let unwritten = '';
    const write = (): number | Promise<number> => {
      const text = unwritten;
      unwritten = '';
      return text === '' ? 0 : caller.write(text);
    };
    events.watch({ silenceMs, keepaliveMs, onSilent: () => void caller.write(KEEPALIVE) });
    try {
      for (let blocks: StreamBlock[] | undefined = first; blocks; blocks = await events.next()) {
        for (const block of blocks) {
          const isLast = output.read(block);
          if (isLast) {
            finish('succeeded', 200, null);
            void write();
            await options.settled();
          }
          unwritten += output.deliver(block, isLast);
          if (isLast) return;
        }
        // A caller who reads slowly slows the provider down.
        await write();
      }
      throw badAnswer('The provider ended the stream before the answer was complete.');
    } catch (error) {
      if (gone.aborted) {
        unwritten = '';
        return leave();
      }
      const failure = error instanceof AttemptFailure ? error.error : new ApiError('internal_error');
      finish('interrupted', failure.status, failure.code);
      abort();
      await options.settled();
      unwritten += encodeEvent(options.to.failure(failure, output.delivered));
    } finally {
      void write();
      gone.removeEventListener('abort', leave);
      stopped.removeEventListener('abort', onStopped);
      events.close();
    }
  }
  const source: Bun.DirectUnderlyingSource<Uint8Array> = { type: 'direct', pull, cancel: leave };
  // The types of the DOM do not have Bun’s direct streams.
  return { body: new ReadableStream(source as unknown as UnderlyingDefaultSource<Uint8Array>), result };
}

export function requireNoFailure(form: EndpointForm, event: StreamEvent | undefined, redact: Redact): void {
  const message = event && form.failureOf(event);
  if (message !== undefined) throw badAnswer(`The provider failed: ${redacted(message, redact)}`);
}

class Output {
  readonly #options: StreamOptions;
  readonly delivered: DeliveredEvents = { first: undefined, last: undefined };
  #converted: StreamEvent[] = [];

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /** Returns whether the block is the last one. Throws if it reports a failure. */
  read({ event }: StreamBlock): boolean {
    const { from, meter, conversion, redact } = this.#options;
    this.#converted = [];
    if (event === undefined) return false;
    requireNoFailure(from, event, redact);
    if (event.json) meter.read(event.json);
    const isLast = from.isEnd(event);
    if (conversion) this.#converted = [...conversion.push(event), ...(isLast ? conversion.end() : [])];
    return isLast;
  }

  /** The last block follows the tokens, if the caller wants them and the provider reported none. */
  deliver({ text, event }: StreamBlock, isLast: boolean): string {
    const { to, meter, conversion, wantsUsage } = this.#options;
    if (event === undefined) return conversion ? '' : text;
    if (conversion) return this.#converted.map((one) => this.#deliver(one)).join('');
    // A conversion always writes the tokens.
    const isMissing = isLast && wantsUsage && meter.isEstimated;
    const missing = isMissing ? to.missingUsage?.(meter.finalReport, this.delivered.last) : undefined;
    return `${missing ? encodeEvent(missing) : ''}${this.#deliver(event, text)}`;
  }

  #deliver(event: StreamEvent, text?: string): string {
    const { to, meter, wantsUsage } = this.#options;
    const delivery = to.deliver(event, meter, { wantsUsage });
    if (delivery === 'withheld') return '';
    if (event.json) {
      this.delivered.first ??= event.json;
      this.delivered.last = event.json;
    }
    if (delivery !== 'unchanged') return encodeEvent(delivery);
    return text ?? encodeEvent(event);
  }
}
