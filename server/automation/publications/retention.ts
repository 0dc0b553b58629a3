import type { AutomationServices } from '../context';
import { purgePublicationDeliveries, purgePublications, purgeSlots } from '../queries/publications';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows of one statement: requests get their turn between two. */
const ROWS = 500;

/** Deletes what is older than it is to be kept: deliveries first, then publications, and slots of the past. */
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
