import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import type { AutomationServices } from '../context';
import { purgePublicationDeliveries, purgePublications, purgeSlots } from '../system/publications';

/** Rows per statement, so that requests run in between. */
const ROWS = 500;

/** Purges deliveries first, then publications and past slots. */
export async function purgeOldPublications(services: AutomationServices, signal: AbortSignal): Promise<void> {
  const { config, store, now } = services;
  const ago = (milliseconds: number): Date => new Date(now().getTime() - milliseconds);
  const deliveriesBefore = ago(config.publicationDeliveryRetentionDays * DAY_MS);
  const publicationsBefore = ago(config.publicationRetentionDays * DAY_MS);

  await drain(signal, () => purgePublicationDeliveries(store, { before: deliveriesBefore, limit: ROWS }));
  await drain(signal, () => purgePublications(store, { before: publicationsBefore, limit: ROWS }));
  await drain(signal, () => purgeSlots(store, ago(HOUR_MS), ROWS));
}

async function drain(signal: AbortSignal, purge: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await purge()) >= ROWS) await Bun.sleep(1);
}
