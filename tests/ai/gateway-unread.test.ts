import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';

import { chunk, delta, DONE, stream } from '../support/model-provider';
import { until } from '../support/process';
import { comesToRest, lasting } from '../support/waiting';
import { HELLO, settledRow, startGateway } from './gateway-support';

const { p, server, caller, stop } = await startGateway();
afterAll(stop);

const { gateway } = server.services;
const TIMINGS = { ...gateway.timings };
beforeEach(() => {
  Object.assign(gateway.timings, TIMINGS);
  gateway.breaker.succeeded('p', '');
});

const piece = chunk([delta('y'.repeat(64 * 1024))]);
/** Far more than the buffers of both connections hold. */
const LARGE = 1500;

/** A caller whose connection is full, and who reads again with `resume`. */
async function unreadStream(to = { server, p }) {
  let sent = 0;
  to.p.answer = () =>
    stream(
      (function* () {
        for (; sent < LARGE; sent += 1) yield piece;
        yield DONE;
      })(),
    );
  const { secret, workspaceId } = await caller();
  const socket = connect(Number(new URL(to.server.url).port), '127.0.0.1');
  const body = JSON.stringify({ ...HELLO, stream: true });
  socket.write(
    `POST /api/v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => {
    socket.once('data', resolve);
  });
  socket.pause();
  await comesToRest(() => sent);
  expect(sent).toBeLessThan(LARGE);
  return { socket, workspaceId };
}

describe('a caller who does not read', () => {
  test('does not count as a silent provider once it reads again', async () => {
    Object.assign(gateway.timings, { silenceMs: 2500 });
    const { socket, workspaceId } = await unreadStream();
    await lasting(2600);
    socket.resume();
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'succeeded', errorCode: null });
    socket.destroy();
  });

  test('keeps its call and slot at most as long as a call may take, without blame for the provider', async () => {
    Object.assign(gateway.timings, { totalMs: 2000 });
    const { socket, workspaceId } = await unreadStream();
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'client_closed' });
    await until(() => gateway.slots.inUse('p') === 0);
    socket.destroy();
  });

  test('does not delay a process that stops', async () => {
    const own = await startGateway();
    const { socket, workspaceId } = await unreadStream(own);
    await own.server.services.gateway.stop();
    expect((await settledRow(workspaceId)).outcome).toBe('client_closed');
    socket.destroy();
    await own.stop();
  });
});
