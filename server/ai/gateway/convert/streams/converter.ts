import { isJsonObject, asObject, type JsonObject } from '../../../../json-object';
import { stringOf } from '../fields';

export interface StreamFailure {
  /** A code of this service, such as `upstream_error`, `upstream_timeout` or `rate_limited`. */
  code: string;
  message: string;
}

export type StreamStatus = 'open' | 'completed' | 'failed';

/** Nothing follows an end or a failure. */
export interface StreamConverter<Out> {
  /** `event` is parsed from JSON. An error ends the stream as failed. */
  push: (event: unknown) => Out[];
  /** `[DONE]`, or the connection closed. Without a finish before, the stream was cut: failed. */
  end: () => Out[];
  fail: (failure: StreamFailure) => Out[];
  status: () => StreamStatus;
}

interface StreamSteps<Out> {
  push: (event: JsonObject) => Out[];
  failureOf: (event: JsonObject) => StreamFailure | undefined;
  isFinished: () => boolean;
  /** Whether nothing can follow any more, not even usage. */
  isOver: () => boolean;
  finish: () => Out[];
  fail: (failure: StreamFailure) => Out[];
}

export const CUT: StreamFailure = {
  code: 'upstream_error',
  message: 'The provider’s stream ended before the answer was complete.',
};

export function streamConverter<Out>(steps: StreamSteps<Out>): StreamConverter<Out> {
  let status: StreamStatus = 'open';
  const fail = (failure: StreamFailure): Out[] => {
    if (status !== 'open') return [];
    status = 'failed';
    return steps.fail(failure);
  };
  const finish = (): Out[] => {
    status = 'completed';
    return steps.finish();
  };
  return {
    push: (event) => {
      if (status !== 'open' || !isJsonObject(event)) return [];
      const failure = steps.failureOf(event);
      if (failure !== undefined) return fail(failure);
      const events = steps.push(event);
      return steps.isOver() ? [...events, ...finish()] : events;
    },
    end: () => {
      if (status !== 'open') return [];
      return steps.isFinished() ? finish() : fail(CUT);
    },
    fail,
    status: () => status,
  };
}

export function chain<Between, Out>(
  first: StreamConverter<Between>,
  second: StreamConverter<Out>,
): StreamConverter<Out> {
  const pass = (events: Between[]): Out[] => {
    const passed = events.flatMap((event) => second.push(event));
    return first.status() === 'completed' ? [...passed, ...second.end()] : passed;
  };
  return {
    push: (event) => pass(first.push(event)),
    end: () => pass(first.end()),
    fail: (failure) => {
      first.fail(failure);
      return second.fail(failure);
    },
    status: () => second.status(),
  };
}

const MAX_MESSAGE = 500;

export function failureFrom(error: unknown): StreamFailure {
  const { code, type, message } = asObject(error);
  const names = [code, type].map(stringOf);
  return {
    code: names.flatMap((name) => CODES[name] ?? [])[0] ?? 'upstream_error',
    message: (stringOf(message) || stringOf(error) || 'The provider reported an error.').slice(0, MAX_MESSAGE),
  };
}

const CODES: Readonly<Record<string, string>> = {
  rate_limit_exceeded: 'rate_limited',
  rate_limit_error: 'rate_limited',
  rate_limited: 'rate_limited',
  overloaded_error: 'overloaded',
  overloaded: 'overloaded',
  timeout_error: 'upstream_timeout',
  upstream_timeout: 'upstream_timeout',
};
