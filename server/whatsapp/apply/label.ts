import { and, eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { DriverLabelEvent } from '../drivers/driver-events';
import { differenceOf } from '../identity/contact';
import { type LabelRow, presentLabel } from '../present/labels';
import { waLabels } from '../schema/people';
import type { Work } from '../work-types';

/** Chats keep the id of a deleted label, which is then not shown. */
export async function applyLabel(work: Work, driverEvent: DriverLabelEvent): Promise<void> {
  const { labelId, color, deleted } = driverEvent;
  const [known] = await labelsAt(work, [labelId]);
  if (deleted) {
    if (known === undefined) return;
    await work.tx.delete(waLabels, eq(waLabels.id, known.id));
    work.raise('whatsapp.label.deleted', presentLabel(known));
    return;
  }
  const name = driverEvent.name || unnamed(labelId);
  if (known === undefined) return void (await createLabel(work, { providerLabelId: labelId, name, color }));
  if (known.name === name && known.color === color) return;
  const [row] = await work.tx.update(waLabels, eq(waLabels.id, known.id), {
    name,
    color,
    updatedAt: work.now,
    version: known.version + 1,
  });
  if (!row) return;
  const { previous } = differenceOf(presentLabel(known), presentLabel(row));
  work.raise('whatsapp.label.updated', { ...presentLabel(row), previous });
}

/** The phone may give a chat a label before it names the label. */
export async function labelIdsAt(work: Work, providerIds: readonly string[]): Promise<string[]> {
  const known = new Map((await labelsAt(work, providerIds)).map((row) => [row.providerLabelId, row]));
  const ids: string[] = [];
  for (const providerLabelId of new Set(providerIds)) {
    const row = known.get(providerLabelId);
    ids.push((row ?? (await createLabel(work, { providerLabelId, name: unnamed(providerLabelId), color: 0 }))).id);
  }
  return ids;
}

const unnamed = (labelId: string): string => `Label ${labelId}`;

const labelsAt = ({ tx, instance }: Work, providerIds: readonly string[]): Promise<LabelRow[]> =>
  tx.select(waLabels, {
    where: and(eq(waLabels.instanceId, instance.id), inArray(waLabels.providerLabelId, [...providerIds])),
  });

async function createLabel(work: Work, label: Pick<LabelRow, 'providerLabelId' | 'name' | 'color'>): Promise<LabelRow> {
  const times = { createdAt: work.now, updatedAt: work.now };
  const id = newId(ID_PREFIXES.label);
  const row = await work.tx.insert(waLabels, { ...label, ...times, id, instanceId: work.instance.id });
  work.raise('whatsapp.label.created', presentLabel(row));
  return row;
}
