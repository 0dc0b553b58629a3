import { inArray, isNull, and } from 'drizzle-orm';

import type { Destination } from '../../../../shared/automation/destination';
import { waInstances } from '../../../db/schema';
import { contactsOfInstances, groupsOfInstances } from '../../../db/unscoped/au-whatsapp';
import { isOnline } from '../../../features/whatsapp/connected';
import type { InstanceRow } from '../../../whatsapp/work';
import type { DestinationQuery, ReadContext } from '../channel';
import { chosen } from '../destinations';
import { nameOf } from './names';

const channel = 'whatsapp';

/** Groups and people of the instances that the caller reaches. */
export async function destinations(ctx: ReadContext, query: DestinationQuery): Promise<Destination[]> {
  const { db, reach } = ctx;
  const wanted = query.instanceId === undefined ? reach.instances : [query.instanceId];
  const where = and(isNull(waInstances.deletedAt), wanted === null ? undefined : inArray(waInstances.id, [...wanted]));
  const rows = wanted?.length === 0 ? [] : await db.select(waInstances, { where });
  const seen = new Map(rows.filter(({ id }) => reach.instances?.includes(id) ?? true).map((row) => [row.id, row]));
  const asks = (...kinds: string[]): boolean =>
    query.kinds === undefined || kinds.some((kind) => query.kinds?.includes(kind));

  const ids = [...seen.keys()];
  const groups = asks('group') ? await groupsOfInstances(db.store, ctx.workspaceId, ids) : [];
  const people = asks('chat', 'contact') ? await contactsOfInstances(db.store, ctx.workspaceId, ids) : [];
  const showsNumbers = query.may('whatsapp.contacts:read');
  const at = (instanceId: string, to: string) => ({
    id: `${channel}:${instanceId}:${to}`,
    object: 'destination' as const,
    channel,
    instance_id: instanceId,
    to,
    status: statusOf(seen.get(instanceId)),
  });
  return chosen(
    [
      ...groups.map(({ id, instanceId, subject }) => ({
        ...at(instanceId, id),
        kind: 'group',
        label: subject,
        detail: seen.get(instanceId)?.name ?? null,
      })),
      ...people.map(({ id, instanceId, hasChat, ...contact }) => {
        const { phone } = contact;
        const short = nameOf(contact);
        const isNumber = contact.name === null && contact.pushName === null && phone !== null;
        return {
          ...at(instanceId, id),
          kind: hasChat ? 'chat' : 'contact',
          label: isNumber && showsNumbers ? phone : short,
          detail: phone === null ? null : showsNumbers ? phone : nameOf({ ...contact, name: null, pushName: null }),
        };
      }),
    ],
    query,
  );
}

const statusOf = (row: InstanceRow | undefined): Destination['status'] => (row && isOnline(row) ? 'ok' : 'offline');
