import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import { ago, drain } from '../../schedule';
import type { AutomationServices } from '../context';
import { purgePublicationDeliveries, purgePublications, purgeSlots } from '../system/publications';

/** Small, so that requests run in between. */
const ROWS = 500;

export async function purgeOldPublications(services: AutomationServices, signal: AbortSignal): Promise<void> {
  const { config, store, now } = services;
  const deliveriesBefore = ago(now, config.publicationDeliveryRetentionDays * DAY_MS);
  const publicationsBefore = ago(now, config.publicationRetentionDays * DAY_MS);

  await drain(signal, () => purgePublicationDeliveries(store, { before: deliveriesBefore, limit: ROWS }), ROWS);
  await drain(signal, () => purgePublications(store, { before: publicationsBefore, limit: ROWS }), ROWS);
  await drain(signal, () => purgeSlots(store, ago(now, HOUR_MS), ROWS), ROWS);
}
