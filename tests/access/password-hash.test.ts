import { describe, expect, spyOn, test } from 'bun:test';

import {
  createHashSlots,
  hashPassword,
  needsRehash,
  Overloaded,
  verifyPassword,
} from '../../server/access/accounts/password-hash';

const PASSWORD = 'tidal-orbit9';
const hash = await hashPassword(PASSWORD);

describe('a password hash', () => {
  test('is argon2id with the parameters of the design', () => {
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(needsRehash(hash)).toBe(false);
  });

  test('matches only its password', async () => {
    expect(await verifyPassword(PASSWORD, hash)).toBe(true);
    expect(await verifyPassword('tidal-orbit8', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
    expect(await verifyPassword('x'.repeat(1_000_000), hash)).toBe(false);
  });

  test('with older parameters still matches and is to be renewed', async () => {
    const older = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8192, timeCost: 1 });
    expect(await verifyPassword(PASSWORD, older)).toBe(true);
    expect(needsRehash(older)).toBe(true);
  });

  test('that is absent or cannot be read counts as wrong and is reported, never thrown', async () => {
    const reported: unknown[] = [];
    for (const stored of [undefined, null, '', 'garbage', '$argon2id$v=19$m=19456,t=2,p=1$']) {
      expect(await verifyPassword(PASSWORD, stored, (error) => reported.push(error))).toBe(false);
    }
    expect(reported.length).toBeGreaterThanOrEqual(1);
  });

  test('that is absent or unreadable costs the same work as a wrong password', async () => {
    const verify = spyOn(Bun.password, 'verify');
    try {
      for (const stored of [undefined, null, '', 'garbage']) {
        verify.mockClear();
        await verifyPassword('tidal-orbit8', stored);
        // The last verification is of a full hash with today's parameters.
        const compared = verify.mock.calls.at(-1)?.[1] as string;
        expect(needsRehash(compared)).toBe(false);
        expect(compared).toHaveLength(hash.length);
      }
    } finally {
      verify.mockRestore();
    }
  });
});

describe('hashing slots', () => {
  test('run as many jobs as there are slots, queue the next and refuse the rest', async () => {
    const withSlot = createHashSlots(2, 3);
    const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const started: number[] = [];
    const jobs = gates.map((gate, index) =>
      withSlot(() => {
        started.push(index);
        return gate.promise;
      }),
    );

    expect(withSlot(() => Promise.resolve())).rejects.toThrow(Overloaded);
    expect(started).toEqual([0, 1]);

    gates[1]?.resolve();
    await jobs[1];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);

    for (const gate of gates) gate.resolve();
    await Promise.all(jobs);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(await withSlot(() => Promise.resolve('free again'))).toBe('free again');
  });

  test('are given back by a job that fails', async () => {
    const withSlot = createHashSlots(1, 0);
    for (let times = 0; times < 3; times += 1) {
      expect(withSlot(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
      await Promise.resolve();
      await new Promise(setImmediate);
    }
    expect(await withSlot(() => Promise.resolve(1))).toBe(1);
  });

  test('ask the caller to retry in a second', () => {
    expect(new Overloaded('x').retryAfterSeconds).toBe(1);
  });
});
