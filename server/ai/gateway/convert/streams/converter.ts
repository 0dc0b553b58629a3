import { isMembers, type JsonMembers, membersOf, stringOf } from '../fields';

export interface StreamFailure {
  /** A code of this service, such as `upstream_error`, `upstream_timeout` or `rate_limited`. */
  code: string;
  message: string;
}

export type StreamStatus = 'open' | 'completed' | 'failed';

/** Turns events of one form into events of another, as they come. Nothing follows an end or a failure. */
export interface StreamConverter<Out> {
  /** An event of the provider, parsed from JSON. An error among them ends the stream as failed. */
  push: (event: unknown) => Out[];
  /** The provider’s stream is over: `[DONE]`, or its connection closed. Without a finish before, it was cut: failed. */
  end: () => Out[];
  fail: (failure: StreamFailure) => Out[];
  status: () => StreamStatus;
}

export interface StreamSteps<Out> {
  push: (event: JsonMembers) => Out[];
  /** What an event says of a failure. */
  failureOf: (event: JsonMembers) => StreamFailure | undefined;
  /** Whether the answer is complete, so that an end is no cut. */
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
      if (status !== 'open' || !isMembers(event)) return [];
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

/** One converter after another, through the form between them. */
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

/** A failure from the `error` member of an event, an object or a text. */
export function failureFrom(error: unknown): StreamFailure {
  const { code, type, message } = membersOf(error);
  const told = [code, type].map(stringOf);
  return {
    code: told.flatMap((word) => CODES[word] ?? [])[0] ?? 'upstream_error',
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
