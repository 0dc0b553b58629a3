import type { ErrorCode } from '../../../shared/errors';
import { ApiError } from '../../errors';
import { AttemptFailure, badAnswer, type Redact, redacted } from './failure';
import type { DeliveredEvents, EndpointForm, StreamConversion, StreamEvent } from './form';
import type { CallResult } from './ledger';
import type { Meter } from './meter';
import { encodeEvent, KEEPALIVE, streamEvent, type StreamBlock } from './sse';
import type { UpstreamEvents } from './upstream-events';

interface StreamOptions {
  /** What the provider speaks. */
  from: EndpointForm;
  /** What the caller reads. */
  to: EndpointForm;
  redact: Redact;
  conversion: StreamConversion | undefined;
  meter: Meter;
  wantsUsage: boolean;
  keepaliveMs: number;
  firstTokenMs: number;
  /** Aborts when the caller has left. */
  gone: AbortSignal;
  /** Aborts when the caller has left, the call took too long, or the process stops. */
  stopped: AbortSignal;
  /** Stops the provider. */
  abort: () => void;
  /** Resolves when the call is settled, after which the stream may end. */
  settled: () => Promise<void>;
}

/** A stream for the caller, and the result of the call once it is over. */
export interface MeteredStream {
  pieces: AsyncGenerator<Uint8Array>;
  result: Promise<CallResult>;
}

/** `first` was read before the headers were sent. */
export function meterStream(first: StreamBlock[], events: UpstreamEvents, options: StreamOptions): MeteredStream {
  const { meter, gone, stopped, abort, firstTokenMs } = options;
  const { promise: result, resolve } = Promise.withResolvers<CallResult>();

  const finish = (outcome: CallResult['outcome'], status: number, errorCode: ErrorCode | null): void =>
    resolve({ outcome, status, errorCode, usage: meter.usage, isEstimated: meter.isEstimated, firstTokenMs });
  const leave = (): void => {
    finish('client_closed', 200, null);
    abort();
  };
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();

  // A caller who does not read would keep the call open: the loop below waits for it, not for the provider.
  let isReading = false;
  const onStopped = (): void => {
    if (!isReading) leave();
  };
  stopped.addEventListener('abort', onStopped, { once: true });
  if (stopped.aborted) onStopped();
  const nextBlocks = async (): ReturnType<UpstreamEvents['next']> => {
    isReading = true;
    try {
      return await events.next(options.keepaliveMs);
    } finally {
      isReading = false;
    }
  };

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const output = new Output(options);
    // What arrived together leaves together: each piece costs more than all of its bytes.
    let ready: Uint8Array[] = [];
    try {
      for (let blocks: Awaited<ReturnType<UpstreamEvents['next']>> = first; ;) {
        if (blocks === undefined) throw badAnswer('The provider ended the stream before the answer was complete.');
        if (blocks === 'silent') yield KEEPALIVE;
        else {
          for (const block of blocks) {
            const isLast = output.read(block);
            if (isLast) {
              if (ready.length > 0) yield joined(ready);
              ready = [];
              finish('succeeded', 200, null);
              await options.settled();
            }
            ready.push(...output.deliver(block, isLast));
            if (isLast) {
              yield joined(ready);
              return;
            }
          }
          if (ready.length > 0) yield joined(ready);
          ready = [];
        }
        blocks = await nextBlocks();
      }
    } catch (error) {
      if (gone.aborted) return;
      const failure = error instanceof AttemptFailure ? error.error : new ApiError('internal_error');
      finish('interrupted', failure.status, failure.code);
      if (ready.length > 0) yield joined(ready);
      await options.settled();
      yield encodeEvent(options.to.failure(failure, output.delivered));
    } finally {
      // The caller may have stopped reading.
      leave();
      gone.removeEventListener('abort', leave);
      stopped.removeEventListener('abort', onStopped);
      events.close();
    }
  }
  return { pieces: pieces(), result };
}

const joined = (pieces: Uint8Array[]): Uint8Array =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);

/** Throws if the event reports a failure. */
export function requireNoFailure(form: EndpointForm, event: StreamEvent | undefined, redact: Redact): void {
  const message = event && form.failureOf(event);
  if (message !== undefined) throw badAnswer(`The provider failed: ${redacted(message, redact)}`);
}

/** Turns events of the provider into what the caller gets. */
class Output {
  readonly #options: StreamOptions;
  readonly delivered: DeliveredEvents = { first: undefined, last: undefined };
  #converted: Pick<StreamEvent, 'event' | 'data'>[] = [];

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /** Meters and converts the block; returns whether it is the last one. Throws if it reports a failure. */
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
  deliver({ bytes, event }: StreamBlock, isLast: boolean): Uint8Array[] {
    const { to, meter, conversion, wantsUsage } = this.#options;
    if (event === undefined) return conversion ? [] : [bytes];
    // A conversion always writes the tokens.
    const isMissing = isLast && wantsUsage && meter.isEstimated && !conversion;
    const missing = isMissing ? to.missingUsage?.(meter.finalReport, this.delivered.last) : undefined;
    const before = missing ? [encodeEvent(missing)] : [];
    if (!conversion) return [...before, ...this.#deliver(event, bytes)];
    return [...before, ...this.#converted.flatMap((one) => this.#deliver(streamEvent(one)))];
  }

  #deliver(event: StreamEvent, bytes?: Uint8Array): Uint8Array[] {
    const { to, meter, wantsUsage } = this.#options;
    const delivery = to.deliver(event, meter, { wantsUsage });
    if (delivery === 'withheld') return [];
    if (event.json) {
      this.delivered.first ??= event.json;
      this.delivered.last = event.json;
    }
    if (delivery !== 'unchanged') return [encodeEvent(delivery)];
    return [bytes ?? encodeEvent(event)];
  }
}
