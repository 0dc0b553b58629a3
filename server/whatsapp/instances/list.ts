import { and, desc, eq, gt, inArray, isNull, like } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import { type Instance, type InstanceState, KEPT_STATES } from '../../../shared/whatsapp/instance';
import type { InstanceId, ListInstances } from '../../../shared/whatsapp/instance-inputs';
import { contains, given, containsExactly } from '../../db/match';
import { readSequences } from '../../events/queries/events';
import { events } from '../../events/schema';
import { pageOfRows } from '../../paging';
import type { WhatsAppContext } from '../context';
import { presentInstances } from '../present/instances';
import { readInstanceStates } from '../queries/connections';
import { waInstances } from '../schema/instances';
import { grantedInstances, requireInstance } from './find';
import { answerInstance, showInstance } from './show';

const EVENTS_SEARCHED = 1000;

export async function listInstances(ctx: WhatsAppContext, input: ListInstances): Promise<Page<Instance>> {
  const { limit, cursor, ...filters } = input;
  const where = and(
    isNull(waInstances.deletedAt),
    given(grantedInstances(ctx), (ids) => inArray(waInstances.id, [...ids])),
    given(filters.status, (status) => eq(waInstances.status, status)),
    given(filters.driver, (driver) => eq(waInstances.driver, driver)),
    given(filters.q, (part) => contains(waInstances.name, part)),
  );
  return pageOfRows(ctx.db, waInstances, { limit, cursor, where, filters }, (rows) =>
    presentInstances(ctx, ctx.db, rows),
  );
}

export const getInstance = async (ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Instance> =>
  answerInstance(ctx, ctx.db, await requireInstance(ctx, instance_id));

export async function instanceState(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<InstanceState> {
  const row = await requireInstance(ctx, instance_id);
  const { health, status, status_reason } = await showInstance(ctx, ctx.db, row);
  const states = await readInstanceStates(ctx.db, row.id, KEPT_STATES);
  return {
    status,
    status_reason,
    health,
    last_sequence: await lastSequence(ctx, row.id),
    history: states.map((state) => ({
      status: state.status,
      reason: state.reason,
      at: state.createdAt.toISOString(),
    })),
  };
}

async function lastSequence(ctx: WhatsAppContext, instanceId: string): Promise<number | null> {
  const { latest } = await readSequences(ctx.store, ctx.workspaceId);
  const [event] = await ctx.db.select(events, {
    where: and(
      gt(events.sequence, latest - EVENTS_SEARCHED),
      like(events.type, 'whatsapp.%'),
      containsExactly(events.body, `"${instanceId}"`),
    ),
    orderBy: [desc(events.sequence)],
    limit: 1,
  });
  return event?.sequence ?? null;
}
