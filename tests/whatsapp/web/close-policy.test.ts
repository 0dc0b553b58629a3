import { describe, expect, test } from 'bun:test';

import { decideOnClose, type Closed } from '../../../server/whatsapp/drivers/web/worker/close-policy';
import { createReconnects } from '../../../server/whatsapp/drivers/web/worker/reconnects';

const MINUTE = 60_000;

const PAIRED: Closed = {
  code: 428,
  isPaired: true,
  hadQr: false,
  failures: 1,
  sameCode: 1,
  replacedAgoMs: null,
  hasOtherVersion: false,
};
const UNPAIRED: Closed = { ...PAIRED, isPaired: false };

const again = (delayMs: number, reason: 'network' | null = null) => ({
  action: 'reconnect',
  delayMs,
  reason,
  isSilent: false,
});
const stop = (status: string, reason: string, wipes = false) => ({ action: 'stop', status, reason, wipes });

describe('after a close', () => {
  test.each<[string, Closed, object]>([
    ['515 after pairing: at once and without a word', { ...PAIRED, code: 515 }, { ...again(0), isSilent: true }],
    ['428: after a second', { ...PAIRED, code: 428 }, again(1000)],
    ['428: twice as long each time', { ...PAIRED, code: 428, failures: 4 }, again(8000)],
    ['428: it is the network from the tenth time on', { ...PAIRED, failures: 10 }, again(5 * MINUTE, 'network')],
    ['428: never more than five minutes, and without end', { ...PAIRED, failures: 900 }, again(5 * MINUTE, 'network')],
    ['428 before the first QR code', { ...UNPAIRED, code: 428 }, stop('failed', 'pairing_refused')],
    [
      '428 after a QR code: the instance stays in pairing',
      { ...UNPAIRED, code: 428, hadQr: true },
      { ...again(1000), isSilent: true },
    ],
    ['428 after QR codes, again and again', { ...UNPAIRED, hadQr: true, failures: 4 }, stop('disconnected', 'network')],
    ['408 when linked', { ...PAIRED, code: 408 }, again(1000)],
    ['408 when no QR code is left', { ...UNPAIRED, code: 408, hadQr: true }, stop('disconnected', 'qr_expired')],
    ['408 before any QR code', { ...UNPAIRED, code: 408 }, stop('disconnected', 'network')],
    ['440 the first time', { ...PAIRED, code: 440 }, again(30_000)],
    [
      '440 again within ten minutes',
      { ...PAIRED, code: 440, replacedAgoMs: 9 * MINUTE },
      stop('disconnected', 'replaced_by_other_client'),
    ],
    ['440 again after ten minutes', { ...PAIRED, code: 440, replacedAgoMs: 11 * MINUTE }, again(30_000)],
    ['401', { ...PAIRED, code: 401 }, stop('logged_out', 'device_removed', true)],
    ['403', { ...PAIRED, code: 403 }, stop('failed', 'banned')],
    ['402', { ...PAIRED, code: 402 }, stop('failed', 'banned')],
    ['406', { ...PAIRED, code: 406 }, stop('failed', 'banned')],
    ['405', { ...PAIRED, code: 405, hasOtherVersion: true }, { action: 'reconnect_with_other_version' }],
    ['405 with every version', { ...PAIRED, code: 405 }, stop('failed', 'client_outdated')],
    ['411', { ...PAIRED, code: 411 }, stop('failed', 'bad_session')],
    ['500', { ...PAIRED, code: 500, failures: 3, sameCode: 3 }, again(4000)],
    ['500 four times in a row', { ...PAIRED, code: 500, failures: 4, sameCode: 4 }, stop('failed', 'bad_session')],
    ['500 after drops', { ...PAIRED, code: 500, failures: 8, sameCode: 1 }, again(128_000)],
    ['503', { ...PAIRED, code: 503, failures: 10, sameCode: 10 }, again(5 * MINUTE, 'network')],
    [
      '503 eleven times in a row',
      { ...PAIRED, code: 503, failures: 11, sameCode: 11 },
      stop('disconnected', 'reconnect_limit'),
    ],
    ['our own end', { ...PAIRED, code: undefined }, { action: 'none' }],
    ['a certificate that is not WhatsApp’s', { ...PAIRED, code: 400 }, again(1000)],
    ['such a certificate while linking', { ...UNPAIRED, code: 400 }, stop('disconnected', 'network')],
  ])('%s', (_, closed, decision) => {
    expect<object>(decideOnClose(closed)).toEqual(decision);
  });
});

describe('failures in a row', () => {
  const state = { code: 428, isPaired: true, hadQr: false, hasOtherVersion: false };

  test('grow the pause until the connection was stable', () => {
    const reconnects = createReconnects();
    expect([1, 2, 3].map(() => reconnects.decide(state))).toEqual([again(1000), again(2000), again(4000)] as never);
    reconnects.stable();
    expect<object>(reconnects.decide(state)).toEqual(again(1000));
  });

  test('of another kind do not use up the tries of a bad session', () => {
    const reconnects = createReconnects();
    const decisions = [428, 428, 428, 500, 500, 500, 500].map((code) => reconnects.decide({ ...state, code }));
    expect<object | undefined>(decisions.at(-2)).toMatchObject({ action: 'reconnect' });
    expect<object | undefined>(decisions.at(-1)).toEqual(stop('failed', 'bad_session'));
  });

  test('two replacements within ten minutes end it, also with other failures between them', () => {
    let now = 0;
    const reconnects = createReconnects(() => now);
    expect<object>(reconnects.decide({ ...state, code: 440 })).toEqual(again(30_000));
    now += MINUTE;
    reconnects.decide(state);
    now += MINUTE;
    expect<object>(reconnects.decide({ ...state, code: 440 })).toEqual(
      stop('disconnected', 'replaced_by_other_client'),
    );
  });
});
