import { expect } from 'bun:test';

import { WireError, type ExchangeAnswer, type ExchangeLimits } from '../../server/egress/types';
import { createWire } from '../../server/egress/wire';
import { until } from '../support/process';
import { reply, SMALL_LIMITS, startReceiver, type Behaviour } from '../support/receiver';

/** One wire for all attempts, so that what one leaves behind would meet the next. */
export const wire = createWire();
export const body = new TextEncoder().encode('{"ping":true}');

/** Posts to a receiver that behaves so; afterwards a good request must come back right, on no left-over of this one. */
async function attempt(behaviour: Behaviour, limits: Partial<ExchangeLimits> = {}, closes = false) {
  let behave = behaviour;
  const receiver = await startReceiver((socket, request, count) => behave(socket, request, count));
  const send = () => wire.post(receiver.target(), [['x-test', '1']], body, { ...SMALL_LIMITS, ...limits });
  const started = performance.now();
  const outcome = await send().catch((error: unknown) => error);
  const tookMs = performance.now() - started;
  await settled(() => receiver.open() === (closes ? 0 : wire.idleCount()));
  const closedMs = (receiver.seen.closedAt[0] ?? Number.NaN) - started;
  const left = receiver.open();

  behave = (socket) => socket.write(reply('next'));
  const next = await send();
  expect([next.status, text(next)]).toEqual([200, 'next']);
  expect(wire.inFlight()).toBe(0);
  receiver.stop();
  await settled(() => wire.idleCount() === 0);
  return { outcome, tookMs, closedMs, left };
}

export const text = ({ body: bytes }: ExchangeAnswer): string => new TextDecoder().decode(bytes);

/** Waits for what follows by events of sockets alone. */
export async function settled(condition: () => boolean): Promise<void> {
  await until(condition);
}

export async function failure(behaviour: Behaviour, limits?: Partial<ExchangeLimits>) {
  const result = await attempt(behaviour, limits);
  expect(result.outcome).toBeInstanceOf(WireError);
  expect(result.left).toBe(0);
  const error = result.outcome as WireError;
  return { ...result, error, code: error.code };
}

/** With `closes` the connection is to end by what comes after the answer. */
export async function answer(behaviour: Behaviour, limits?: Partial<ExchangeLimits>, closes = false) {
  const result = await attempt(behaviour, limits, closes);
  expect(result.outcome).not.toBeInstanceOf(Error);
  return { ...result, answer: result.outcome as ExchangeAnswer };
}

/** Writes as fast as the socket takes it. */
export const flood =
  (first: string, chunk: string | Buffer): Behaviour =>
  (socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pour);
    socket.write(first);
    pour();
  };

export const drip =
  (first: string, chunk: string): Behaviour =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(chunk), 40);
    socket.on('close', () => clearInterval(timer));
  };

/** Not before the deadline, and before any other: how late it is, is the machine’s business. */
export const around = (ms: number, deadline: number) => ms > deadline - 20 && ms < SMALL_LIMITS.bodyMs;
