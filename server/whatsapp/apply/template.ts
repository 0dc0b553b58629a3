import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import { changedColumns } from '../../changed-columns';
import { defined } from '../../defined';
import type { DriverTemplateEvent } from '../drivers/driver-events';
import { presentTemplate, type TemplateRow } from '../present/templates';
import { waTemplates } from '../schema/instances';
import { lockInstance } from '../work';
import type { Work } from '../work-types';

const EVENTS = [
  ['status', 'whatsapp.template.status_changed'],
  ['quality', 'whatsapp.template.quality_changed'],
  ['category', 'whatsapp.template.category_changed'],
] as const;

/** Adds unknown templates. Returns the kind of change. */
export async function applyTemplate(
  work: Work,
  driverEvent: DriverTemplateEvent,
): Promise<'added' | 'changed' | 'same'> {
  await lockInstance(work);
  const [before] = await work.tx.select(waTemplates, {
    where: and(
      eq(waTemplates.instanceId, work.instance.id),
      eq(waTemplates.name, driverEvent.name),
      eq(waTemplates.language, driverEvent.language),
    ),
    limit: 1,
    lock: true,
  });
  if (!before) {
    const row = await addTemplate(work, driverEvent);
    if (driverEvent.status !== undefined) work.raise(EVENTS[0][1], { ...presentTemplate(row), previous: {} });
    return 'added';
  }

  const changes = changesOf(before, driverEvent);
  if (Object.keys(changes).length === 0) return 'same';
  const [row] = await work.tx.update(waTemplates, eq(waTemplates.id, before.id), {
    ...changes,
    updatedAt: work.now,
    version: before.version + 1,
  });
  if (!row) throw new Error(`Template ${before.id} is gone.`);
  for (const [field, type] of EVENTS) {
    if (field in changes) work.raise(type, { ...presentTemplate(row), previous: { [field]: before[field] } });
  }
  return 'changed';
}

const addTemplate = (work: Work, driverEvent: DriverTemplateEvent): Promise<TemplateRow> =>
  work.tx.insert(waTemplates, {
    id: newId(ID_PREFIXES.template),
    instanceId: work.instance.id,
    providerTemplateId: driverEvent.providerTemplateId,
    name: driverEvent.name,
    language: driverEvent.language,
    category: driverEvent.category ?? 'utility',
    status: driverEvent.status ?? 'unknown',
    rejectionReason: driverEvent.rejectionReason ?? null,
    quality: driverEvent.quality ?? 'unknown',
    parameterFormat: formatOf(driverEvent),
    components: driverEvent.components ?? [],
    createdAt: work.now,
    updatedAt: work.now,
  });

function changesOf(before: TemplateRow, driverEvent: DriverTemplateEvent): Partial<TemplateRow> {
  return changedColumns(before, {
    providerTemplateId: driverEvent.providerTemplateId,
    ...defined({
      status: driverEvent.status,
      rejectionReason: driverEvent.rejectionReason,
      quality: driverEvent.quality,
      category: driverEvent.category,
    }),
    ...(driverEvent.components === undefined
      ? {}
      : { components: driverEvent.components, parameterFormat: formatOf(driverEvent) }),
  });
}

/** Variables are `{{1}}`, or have names. */
const formatOf = ({ components = [] }: DriverTemplateEvent): TemplateRow['parameterFormat'] =>
  /\{\{\s*[a-z]/i.test(JSON.stringify(components)) ? 'named' : 'positional';
