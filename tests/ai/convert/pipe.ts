import type {
  StreamConverter,
  StreamFailure,
  StreamStatus,
} from '../../../server/ai/gateway/convert/streams/converter';
import { BlockSplitter, encodeEvent, MalformedStream, type StreamBlock } from '../../../server/ai/gateway/sse';

export interface StreamPipe {
  push: (bytes: Uint8Array) => Uint8Array[];
  /** The provider closed the stream. */
  end: () => Uint8Array[];
  fail: (failure: StreamFailure) => Uint8Array[];
  status: () => StreamStatus;
}

export interface StreamPipeOptions<Out> {
  converter: StreamConverter<Out>;
  /** Chat completions have bare data and `[DONE]`; the others name each event by its `type`. */
  to: 'chat' | 'responses' | 'messages';
  /** Each event of the provider, so that its usage is read. */
  onEvent?: (event: unknown) => void;
}

/** From the bytes of a provider’s stream to the bytes of another form’s. */
export function createStreamPipe<Out extends object>(options: StreamPipeOptions<Out>): StreamPipe {
  const { converter, to } = options;
  const reader = new BlockSplitter();

  const encode = (events: Out[]): Uint8Array[] => events.map((event) => Buffer.from(encodeEvent(wireEvent(event, to))));
  /** Encodes what `step` gives, and `[DONE]` once, after chat completions that were completed. */
  const written = (step: () => Out[]): Uint8Array[] => {
    const wasOpen = converter.status() === 'open';
    const bytes = encode(step());
    const isDone = to === 'chat' && wasOpen && converter.status() === 'completed';
    return isDone ? [...bytes, Buffer.from(encodeEvent({ event: null, data: '[DONE]' }))] : bytes;
  };
  const pass = ({ event }: StreamBlock): Uint8Array[] => {
    if (event === undefined) return [];
    if (event.json === undefined) return written(converter.end);
    options.onEvent?.(event.json);
    return written(() => converter.push(event.json));
  };
  const guarded = (blocks: () => StreamBlock[]): Uint8Array[] => {
    if (converter.status() !== 'open') return [];
    try {
      return blocks().flatMap(pass);
    } catch (error) {
      if (!(error instanceof MalformedStream)) throw error;
      return written(() => converter.fail({ code: 'upstream_error', message: error.message }));
    }
  };

  return {
    push: (bytes) => guarded(() => reader.push(bytes)),
    end: () => [...guarded(() => reader.end()), ...written(converter.end)],
    fail: (failure) => written(() => converter.fail(failure)),
    status: converter.status,
  };
}

function wireEvent(event: object, to: StreamPipeOptions<object>['to']): { event: string | null; data: string } {
  const data = JSON.stringify(event);
  return { event: to === 'chat' || !('type' in event) ? null : String(event.type), data };
}
