import { randomBytes } from 'node:crypto';

import type { Store } from '../../db/database';
import { createSealer } from '../../secrets/seal';
import { daysWithSalt, deleteSalts, keepSalt } from '../system/clicks';
import { dayOf } from './dimensions';
import { SALT_KEPT_MS } from './visitors';
import { dayText, SALT_PURPOSE, saltPlace } from './workspace-facts';

const SALT_BYTES = 32;
/** The salt of a day is there an hour before it begins. */
const AHEAD_MS = 3_600_000;

/** Makes the salts that are needed now and soon, and deletes those that are over: then no visitor can be found again. */
export async function tendSalts(store: Store, secretKey: Uint8Array, now: Date): Promise<void> {
  const time = now.getTime();
  await makeSalts(store, secretKey, [dayOf(time), dayOf(time + AHEAD_MS)], now);
  await deleteSalts(store, dayText(dayOf(time - SALT_KEPT_MS)));
}

/** Salts of days that have none, the same for all processes. */
export async function makeSalts(
  store: Store,
  secretKey: Uint8Array,
  days: readonly number[],
  now: Date,
): Promise<void> {
  const names = [...new Set(days)].map(dayText);
  const there = await daysWithSalt(store, names);
  const sealer = createSealer(secretKey, SALT_PURPOSE);
  for (const day of names) {
    if (there.has(day)) continue;
    const sealed = sealer.seal(randomBytes(SALT_BYTES).toString('base64'), saltPlace(day));
    await keepSalt(store, { day, sealed, createdAt: now });
  }
}
