import { inArray, isNull, and } from 'drizzle-orm';

import type { Destination } from '../../../../shared/automation/destination';
import { waInstances } from '../../../db/schema';
import { groupsOfInstances, type KnownPerson, peopleOfInstance, withChat } from '../../../db/unscoped/au-whatsapp';
import { isOnline } from '../../../features/whatsapp/connected';
import { nextTurn } from '../../../schedule';
import type { InstanceRow } from '../../../whatsapp/work';
import type { DestinationQuery, ReadContext } from '../channel';
import { createChoice, PLAIN } from '../destinations';
import { masked } from './names';

const channel = 'whatsapp';
/** People that are read at once. */
const SLICE = 1000;

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
  const statuses = new Map([...seen].map(([id, row]) => [id, statusOf(row)]));
  const showsNumbers = query.may('whatsapp.contacts:read');
  const at = (instanceId: string, to: string) => ({
    id: `${channel}:${instanceId}:${to}`,
    object: 'destination' as const,
    channel,
    instance_id: instanceId,
    to,
    status: statuses.get(instanceId) ?? ('offline' as const),
  });
  // Who is asked for either way is a contact until it is known who was chosen.
  const person = asks('contact') ? 'contact' : 'chat';
  const personOf = (instanceId: string, { id, name, phone, address }: KnownPerson): Destination => {
    const detail = phone === null || showsNumbers ? phone : masked(phone);
    return { ...at(instanceId, id), kind: person, label: name ?? detail ?? address ?? '', detail };
  };

  const choice = createChoice<Destination>(query);
  choice.add(
    groups.map(({ id, instanceId, subject }) => ({
      ...at(instanceId, id),
      kind: 'group',
      label: subject,
      detail: seen.get(instanceId)?.name ?? null,
    })),
  );
  if (asks('chat', 'contact')) {
    for (const instanceId of ids) {
      for await (const people of peopleOf(ctx, instanceId, query))
        choice.add(people.map((one) => personOf(instanceId, one)));
    }
  }
  const chosen = choice.chosen();
  if (!asks('chat')) return chosen;
  const people = chosen.filter(({ kind }) => kind === 'contact').map(({ to }) => to);
  const chats = await withChat(db.store, ctx.workspaceId, people);
  return chosen.map((one) => (chats.has(one.to) ? { ...one, kind: 'chat' } : one));
}

/** People of an instance, some at a time: there may be very many, and others get their turn in between. */
async function* peopleOf(
  { db, workspaceId }: ReadContext,
  instanceId: string,
  { q, kinds }: DestinationQuery,
): AsyncGenerator<KnownPerson[]> {
  const part = q !== undefined && PLAIN.test(q) ? q : undefined;
  const hasChat = kinds?.includes('chat') === kinds?.includes('contact') ? undefined : kinds?.includes('chat');
  for (let after: string | undefined = ''; after !== undefined;) {
    const asked = { after, limit: SLICE, part, hasChat };
    const page: KnownPerson[] = await peopleOfInstance(db.store, { workspaceId, instanceId }, asked);
    yield page;
    after = page.length < SLICE ? undefined : page.at(-1)?.id;
    await nextTurn();
  }
}

const statusOf = (row: InstanceRow): Destination['status'] => (isOnline(row) ? 'ok' : 'offline');
