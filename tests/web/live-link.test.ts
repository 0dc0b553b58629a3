import { afterEach, beforeEach, expect, jest, test } from 'bun:test';

import { createTRPCClient } from '@trpc/client';

import type { AppRouter } from '../../server/router';
import { eventStream } from '../../web/event-stream';

const TIMEOUT_MS = 15_000;
const sources: Source[] = [];

/** The browser’s EventSource, as far as its events go: the test is the network. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  /** A closed one tells nothing. */
  say(type: string, data: unknown = {}, lastEventId = ''): void {
    if (this.readyState === Source.CLOSED) return;
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
  connect(): void {
    this.readyState = 1;
    this.say('connected', { reconnectAfterInactivityMs: TIMEOUT_MS });
  }
  /** The browser tries again by itself, with the last number in a header. */
  lose(): void {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }
  /** An answer that is no stream: the browser gives up. */
  refuse(): void {
    this.readyState = Source.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  get input(): unknown {
    return JSON.parse(new URL(this.url, 'http://localhost').searchParams.get('input') ?? '');
  }
}

const real = globalThis.EventSource;
beforeEach(() => {
  jest.useFakeTimers();
  sources.length = 0;
  globalThis.EventSource = Source as unknown as typeof EventSource;
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.EventSource = real;
});

/** A subscription through the client of the console, and everything that it tells. */
function listen() {
  const said: string[] = [];
  const client = createTRPCClient<AppRouter>({ links: [eventStream('/trpc')] });
  const subscription = client.events.subscribe.subscribe(
    { workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c' },
    {
      onStarted: () => said.push('started'),
      onData: (data) => said.push(JSON.stringify(data)),
      onError: ({ message, data }) => said.push(`error ${(data as { problem?: string } | null)?.problem ?? message}`),
      onComplete: () => said.push('complete'),
      onConnectionStateChange: ({ state }) => said.push(state),
    },
  );
  return { said, unsubscribe: () => subscription.unsubscribe() };
}

/** The newest of them. */
function source(): Source {
  const last = sources.at(-1);
  if (!last) throw new Error('Nothing was opened.');
  return last;
}

test('an event comes with its number, a signal as it is, and each once', () => {
  const { said } = listen();
  expect(source().url).toStartWith('/trpc/events.subscribe?input=');
  expect(source().input).toEqual({ workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c' });
  source().connect();
  source().say('message', { kind: 'event' }, '7');
  source().say('message', { kind: 'signal' });
  expect(said).toEqual(['connecting', 'started', 'pending', '{"id":"7","data":{"kind":"event"}}', '{"kind":"signal"}']);
});

test('a silent stream is closed, and reopened after the last number', () => {
  const { said } = listen();
  source().connect();
  source().say('message', { kind: 'event' }, '7');
  // A signal has no number and does not take it away.
  source().say('message', { kind: 'signal' });
  for (let pings = 0; pings < 5; pings++) {
    jest.advanceTimersByTime(TIMEOUT_MS - 1);
    source().say('ping');
  }
  expect(sources).toHaveLength(1);
  jest.advanceTimersByTime(TIMEOUT_MS);
  expect(sources).toHaveLength(2);
  expect(sources[0]?.readyState).toBe(Source.CLOSED);
  expect(source().input).toEqual({ workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c', lastEventId: '7' });
  // What comes late on the old one would come twice.
  sources[0]?.say('message', { kind: 'event' }, '8');
  source().connect();
  source().say('message', { kind: 'event' }, '8');
  expect(said.filter((line) => line.includes('"8"'))).toHaveLength(1);
  expect(said.slice(-4)).toEqual(['connecting', 'started', 'pending', '{"id":"8","data":{"kind":"event"}}']);
});

test('a lost stream is left to the browser, unless its new connection hangs', () => {
  const { said } = listen();
  source().connect();
  source().say('message', { kind: 'event' }, '7');
  source().lose();
  expect(said.at(-1)).toBe('connecting');
  source().connect();
  source().say('message', { kind: 'event' }, '8');
  expect(sources).toHaveLength(1);
  expect(said.slice(-2)).toEqual(['pending', '{"id":"8","data":{"kind":"event"}}']);

  source().lose();
  jest.advanceTimersByTime(TIMEOUT_MS);
  expect(sources).toHaveLength(2);
  expect(source().input).toMatchObject({ lastEventId: '8' });
  // The next one hangs too.
  jest.advanceTimersByTime(TIMEOUT_MS);
  expect(sources).toHaveLength(3);
  expect(sources.map(({ readyState }) => readyState)).toEqual([Source.CLOSED, Source.CLOSED, 0]);
});

test('a refusal is an error and closes the stream', () => {
  const gone = listen();
  source().refuse();
  expect(gone.said.at(-1)).toStartWith('error');

  const { said } = listen();
  source().connect();
  source().say('serialized-error', { code: -32003, message: 'No', data: { problem: 'not_found' } });
  expect(said.at(-1)).toBe('error not_found');
  expect(source().readyState).toBe(Source.CLOSED);
  jest.advanceTimersByTime(10 * TIMEOUT_MS);
  expect(sources).toHaveLength(2);
});

test('a fault of the server passes: the browser connects again', () => {
  const { said } = listen();
  source().connect();
  source().say('serialized-error', { code: -32603, message: 'Oh', data: {} });
  expect(said.at(-1)).toBe('connecting');
  source().lose();
  source().connect();
  expect(said.at(-1)).toBe('pending');
  expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('the server ends it', () => {
  const { said } = listen();
  source().connect();
  source().say('return');
  expect(said.slice(-2)).toEqual(['idle', 'complete']);
  expect(source().readyState).toBe(Source.CLOSED);
});

test('unsubscribing closes it, and it stays closed', () => {
  const { said, unsubscribe } = listen();
  source().connect();
  unsubscribe();
  expect(source().readyState).toBe(Source.CLOSED);
  const before = said.length;
  jest.advanceTimersByTime(10 * TIMEOUT_MS);
  expect(sources).toHaveLength(1);
  expect(said).toHaveLength(before);
});
