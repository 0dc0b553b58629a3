import { and, eq } from 'drizzle-orm';

import { newId, ID_PREFIXES } from '../../../shared/ids';
import type { Page } from '../../../shared/page';
import {
  type CreateLabel,
  type Label,
  type LabelId,
  type ListLabels,
  type UpdateLabel,
} from '../../../shared/whatsapp/chat-label';
import { ApiError } from '../../errors';
import { pageOfRows } from '../../paging';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import type { DriverInstance, LabelCalls } from '../drivers/driver';
import type { DriverLabelEvent } from '../drivers/driver-events';
import { requireTag, tagged } from '../etag';
import { requireInstance, requireOfInstance } from '../instances/find';
import { type LabelRow, presentLabel } from '../present/labels';
import { applied, asking } from '../provider';
import { waLabels } from '../schema/people';
import type { InstanceRow } from '../work-types';
import { isSameName, withReservedName } from './reserve';

export async function listLabels(ctx: WhatsAppContext, input: ListLabels): Promise<Page<Label>> {
  const { instance_id, limit, cursor } = input;
  requireCapability(await requireInstance(ctx, instance_id), 'chat.labels');
  const where = eq(waLabels.instanceId, instance_id);
  const asked = { limit, cursor, where, filters: { instance_id } };
  return pageOfRows(ctx.db, waLabels, asked, (rows) => rows.map(presentLabel));
}

export async function getLabel(ctx: WhatsAppContext, input: LabelId): Promise<Label> {
  return answerLabel(ctx, (await requireLabel(ctx, input)).row);
}

/** Changes the provider first, where the driver can. Throws 409 for a taken name, 422 above the limit. */
export async function createLabel(ctx: WhatsAppContext, { instance_id, name, color }: CreateLabel): Promise<Label> {
  const instance = await requireInstance(ctx, instance_id);
  requireCapability(instance, 'chat.labels');
  const labelId = await withReservedName(ctx, { instanceId: instance.id, name }, async () => {
    const made = await askForLabels(ctx, instance, (calls, on) => calls.create(on, { name, color }));
    const id = made?.labelId ?? newId(ID_PREFIXES.label);
    await applied(ctx, instance.id, [{ kind: 'label', labelId: id, name, color }]);
    return id;
  });
  const [row] = await ctx.db.select(waLabels, {
    where: and(eq(waLabels.instanceId, instance.id), eq(waLabels.providerLabelId, labelId)),
  });
  if (!row) throw new ApiError('not_found');
  return answerLabel(ctx, row);
}

/** Changes the provider first, where the driver can. Throws 409 for a taken name. */
export async function updateLabel(ctx: WhatsAppContext, input: UpdateLabel): Promise<Label> {
  const { instance, row } = await requireLabel(ctx, input);
  requireTag(ctx, row.version);
  const { name = row.name, color = row.color } = input;
  if (name === row.name && color === row.color) return answerLabel(ctx, row);
  const renamed = { kind: 'label', labelId: row.providerLabelId, name, color } as const;
  // The phone may give two labels the same name: their colors can still change.
  if (isSameName(name, row.name)) await change(ctx, instance, renamed);
  else {
    const given = { instanceId: instance.id, name, labelId: row.id };
    await withReservedName(ctx, given, () => change(ctx, instance, renamed));
  }
  return answerLabel(ctx, (await requireLabel(ctx, input)).row);
}

/** Changes the provider first, where the driver can. */
export async function deleteLabel(ctx: WhatsAppContext, input: LabelId): Promise<void> {
  const { instance, row } = await requireLabel(ctx, input);
  requireTag(ctx, row.version);
  const { providerLabelId: labelId, name, color } = row;
  await change(ctx, instance, { kind: 'label', labelId, name, color, deleted: true });
}

async function change(ctx: WhatsAppContext, instance: InstanceRow, driverEvent: DriverLabelEvent): Promise<void> {
  const { labelId, name, color, deleted } = driverEvent;
  await askForLabels(ctx, instance, (calls, on) =>
    deleted ? calls.delete(on, labelId) : calls.update(on, { labelId, name, color }),
  );
  await applied(ctx, instance.id, [driverEvent]);
}

/** Undefined when the driver was not asked, because labels are stored here only. */
async function askForLabels<T>(
  ctx: WhatsAppContext,
  instance: InstanceRow,
  ask: (calls: LabelCalls, on: DriverInstance) => Promise<T>,
): Promise<T | undefined> {
  if (ctx.whatsapp.driver(instance.driver)?.labels === undefined) return undefined;
  return asking(ctx, instance, 'chat.labels', (on) => on.driver.labels && ask(on.driver.labels, on.instance));
}

async function requireLabel(
  ctx: WhatsAppContext,
  { instance_id, label_id }: LabelId,
): Promise<{ instance: InstanceRow; row: LabelRow }> {
  const instance = await requireInstance(ctx, instance_id);
  requireCapability(instance, 'chat.labels');
  return { instance, row: requireOfInstance(await ctx.db.get(waLabels, label_id), instance.id) };
}

const answerLabel = (ctx: WhatsAppContext, row: LabelRow): Label => tagged(ctx, row.version, presentLabel(row));
