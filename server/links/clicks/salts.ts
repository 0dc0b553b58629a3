import { randomBytes } from 'node:crypto';

import { HOUR_MS } from '../../../shared/durations';
import type { Store } from '../../db/database';
import { createSealer } from '../../secrets/seal';
import { daysWithSalt, deleteSalts, saveSalt } from '../system/clicks';
import { dayText, SALT_PURPOSE, saltColumn } from './click-settings';
import { dayOf } from './rollups/dimensions';
import { SALT_RETENTION_MS } from './visitors';

const SALT_BYTES = 32;
/** Salts exist an hour before their day. */
const AHEAD_MS = HOUR_MS;

/** Visitors of a day cannot be identified once its salt is deleted. */
export async function rotateSalts(store: Store, secretKey: Uint8Array, now: Date): Promise<void> {
  const time = now.getTime();
  await createSalts(store, secretKey, [dayOf(time), dayOf(time + AHEAD_MS)], now);
  await deleteSalts(store, dayText(dayOf(time - SALT_RETENTION_MS)));
}

export async function createSalts(
  store: Store,
  secretKey: Uint8Array,
  days: readonly number[],
  now: Date,
): Promise<void> {
  const names = [...new Set(days)].map(dayText);
  const existing = await daysWithSalt(store, names);
  const sealer = createSealer(secretKey, SALT_PURPOSE);
  for (const day of names) {
    if (existing.has(day)) continue;
    const sealed = sealer.seal(randomBytes(SALT_BYTES).toString('base64'), saltColumn(day));
    await saveSalt(store, { day, sealed, createdAt: now });
  }
}
