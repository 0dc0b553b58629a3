import { expect, test } from 'bun:test';

import { evaluateLiveness, LIVE, type Evidence } from '../../../server/whatsapp/drivers/web/worker/liveness';

const WINDOW_MS = 600_000;

/** The steps that follow from evidence, one after the other. */
function stepsOf(...evidence: readonly (Evidence | { later: number })[]): string[] {
  let liveness = LIVE;
  let now = 0;
  return evidence.flatMap((one) => {
    if (typeof one === 'object') {
      now += one.later;
      return [];
    }
    const result = evaluateLiveness(liveness, one, now, WINDOW_MS);
    liveness = result.liveness;
    return [result.step];
  });
}

test('a send without acknowledgement is probed, and a third one in a row shows that the connection carries no traffic', () => {
  expect(
    stepsOf('unacknowledged_send', 'probe_answered', 'unacknowledged_send', 'probe_answered', 'unacknowledged_send'),
  ).toEqual(['probe', 'none', 'probe', 'none', 'reconnect']);
});

test('traffic between them shows that it is not', () => {
  expect(stepsOf('unacknowledged_send', 'unacknowledged_send', 'traffic', 'unacknowledged_send')).toEqual([
    'probe',
    'probe',
    'none',
    'probe',
  ]);
});

test('an unanswered probe reconnects, and a second one soon after gives up', () => {
  expect(stepsOf('unacknowledged_send', 'probe_unanswered', 'unacknowledged_send', 'probe_unanswered')).toEqual([
    'probe',
    'reconnect',
    'probe',
    'give_up',
  ]);
});

test('a second one much later reconnects again', () => {
  expect(stepsOf('probe_unanswered', { later: WINDOW_MS }, 'probe_unanswered')).toEqual(['reconnect', 'reconnect']);
});

test('traffic after a reconnection ends the matter', () => {
  expect(stepsOf('probe_unanswered', 'traffic', 'probe_unanswered')).toEqual(['reconnect', 'none', 'reconnect']);
});
