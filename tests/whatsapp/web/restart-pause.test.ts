import { expect, test } from 'bun:test';

import { createRestartPause } from '../../../server/whatsapp/drivers/web/restart-pause';

const SECOND_MS = 1000;

function startClock() {
  let time = 0;
  return { now: () => time, pass: (seconds: number) => void (time += seconds * SECOND_MS) };
}

/** Starts a worker and ends it after so many seconds, so many times; the seconds that were waited each time. */
function crashes(of: ReturnType<typeof createRestartPause>, clock: ReturnType<typeof startClock>, times: number) {
  return Array.from({ length: times }, () => {
    of.started(['wa_1', 'wa_2']);
    clock.pass(3);
    return of.next() / SECOND_MS;
  });
}

test('a worker is started again at once after its first end, and later each time it ends soon', () => {
  const clock = startClock();
  expect(crashes(createRestartPause(clock.now), clock, 9)).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a start that fails counts as an end', () => {
  const clock = startClock();
  const pause = createRestartPause(clock.now);
  pause.started([]);
  clock.pass(600);
  expect([pause.next(), pause.next(), pause.next()]).toEqual([0, 1000, 2000]);
  clock.pass(600);
  expect(pause.next()).toBe(4000);
});

test('a worker that had all its sockets open for a while ends the row', () => {
  const clock = startClock();
  const pause = createRestartPause(clock.now);
  crashes(pause, clock, 5);
  pause.started(['wa_1', 'wa_2']);
  pause.settled('wa_1');
  clock.pass(6);
  pause.settled('wa_2');
  clock.pass(4);
  expect(pause.next()).toBe(16_000);

  pause.started(['wa_1', 'wa_2']);
  pause.settled('wa_1');
  pause.settled('wa_2');
  pause.settled('wa_2');
  clock.pass(6);
  expect(pause.next()).toBe(0);
});

test('a worker that ran for a minute ends the row, though a socket is not open', () => {
  const clock = startClock();
  const pause = createRestartPause(clock.now);
  crashes(pause, clock, 5);
  pause.started(['wa_1', 'wa_2']);
  pause.settled('wa_1');
  clock.pass(61);
  expect(pause.next()).toBe(0);
});
