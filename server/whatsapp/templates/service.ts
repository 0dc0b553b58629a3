import { and, eq, inArray } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import type { ListTemplates, SyncedTemplates, Template, TemplateId } from '../../../shared/whatsapp/template';
import { chunked } from '../../chunked';
import { contains, given } from '../../db/match';
import { ApiError } from '../../errors';
import { pageOfRows } from '../../paging';
import { applyTemplate } from '../apply/template';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import type { DriverTemplateEvent } from '../drivers/driver-events';
import { moduleOf } from '../drivers/registry';
import { tagged } from '../etag';
import { requireInstance, requireOfInstance } from '../instances/find';
import { onInstance } from '../messages/find';
import { presentTemplate, type TemplateRow } from '../present/templates';
import { asking } from '../provider';
import { waInstances, waTemplates } from '../schema/instances';
import type { InstanceRow } from '../work-types';

const TOGETHER = 50;

export async function listTemplates(ctx: WhatsAppContext, input: ListTemplates): Promise<Page<Template>> {
  const { instance_id, limit, cursor, ...filters } = input;
  requireCapability(await requireInstance(ctx, instance_id), 'template.read');
  const where = and(
    eq(waTemplates.instanceId, instance_id),
    given(filters.status, (status) => eq(waTemplates.status, status)),
    given(filters.category, (category) => eq(waTemplates.category, category)),
    given(filters.language, (language) => eq(waTemplates.language, language)),
    given(filters.q, (part) => contains(waTemplates.name, part)),
  );
  const request = { limit, cursor, where, filters: { ...filters, instance_id } };
  return pageOfRows(ctx.db, waTemplates, request, (rows) => rows.map(presentTemplate));
}

/** Throws 404, for a template of another instance too. */
export async function getTemplate(ctx: WhatsAppContext, { instance_id, template_id }: TemplateId): Promise<Template> {
  const instance = await requireInstance(ctx, instance_id);
  requireCapability(instance, 'template.read');
  const row = requireOfInstance(await ctx.db.get(waTemplates, template_id), instance.id);
  return tagged(ctx, row.version, presentTemplate(row));
}

/** Throws 422 without a business account. */
export async function syncTemplates(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<SyncedTemplates> {
  const instance = await requireInstance(ctx, instance_id);
  requireCapability(instance, 'template.read');
  const lacking = moduleOf(instance.driver).instances.lacks?.(instance, 'template.read');
  if (lacking) throw new ApiError('unprocessable', lacking.detail);
  const driverEvents = await asking(ctx, instance, 'template.read', ({ driver, instance: on }) =>
    driver.templates?.list(on),
  );

  const counts = { added: 0, changed: 0 };
  for (const some of chunked(driverEvents, TOGETHER)) {
    const outcomes = await applyAll(ctx, instance, some);
    for (const outcome of outcomes) if (outcome !== 'same') counts[outcome] += 1;
  }
  return { synced: driverEvents.length, ...counts, removed: await removeOthers(ctx, instance, driverEvents) };
}

const applyAll = (ctx: WhatsAppContext, { id }: InstanceRow, driverEvents: readonly DriverTemplateEvent[]) =>
  onInstance(
    ctx,
    id,
    async (work) => {
      const outcomes: Awaited<ReturnType<typeof applyTemplate>>[] = [];
      for (const one of driverEvents) outcomes.push(await applyTemplate(work, one));
      return outcomes;
    },
    { lock: true },
  );

const nameOf = ({ name, language }: Pick<TemplateRow, 'name' | 'language'>): string => `${language} ${name}`;

/** Templates that the account no longer has cannot be sent. */
async function removeOthers(
  ctx: WhatsAppContext,
  { id }: InstanceRow,
  driverEvents: readonly DriverTemplateEvent[],
): Promise<number> {
  const listed = new Set(driverEvents.map(nameOf));
  return onInstance(
    ctx,
    id,
    async (work) => {
      const all = await work.tx.select(waTemplates, { where: eq(waTemplates.instanceId, id) });
      // A template that a notification has added since the list was read is as new as the list.
      const gone = all.filter((row) => !listed.has(nameOf(row)) && row.createdAt < work.now);
      for (const row of gone) {
        const previous = { status: row.status };
        work.raise('whatsapp.template.status_changed', { ...presentTemplate(row), status: 'deleted', previous });
      }
      const ids = gone.map((row) => row.id);
      for (const some of chunked(ids, TOGETHER)) await work.tx.delete(waTemplates, inArray(waTemplates.id, some));
      await work.tx.update(waInstances, eq(waInstances.id, id), { templatesSyncedAt: work.now });
      return gone.length;
    },
    { lock: true },
  );
}
