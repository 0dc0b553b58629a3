import { inArray, isNull, and } from 'drizzle-orm';

import type { Destination } from '../../../../shared/automation/destination';
import { END, PRINTABLE_ASCII } from '../../../fold-text';
import { nextTurn } from '../../../next-turn';
import {
  groupsOfInstances,
  type InstanceRow,
  isOnline,
  type KnownPerson,
  masked,
  peopleOfInstance,
  type PeopleOrder,
  waInstances,
  withChat,
} from '../../../whatsapp';
import type { DestinationQuery, ReadContext } from '../channel';
import { createChoice } from '../destinations';

const channel = 'whatsapp';
const SLICE = 500;

export async function destinations(ctx: ReadContext, query: DestinationQuery): Promise<Destination[]> {
  const { db, access } = ctx;
  const wanted = query.instanceId === undefined ? access.instances : [query.instanceId];
  const where = and(isNull(waInstances.deletedAt), wanted === null ? undefined : inArray(waInstances.id, [...wanted]));
  const rows = wanted?.length === 0 ? [] : await db.select(waInstances, { where });
  const seen = new Map(rows.filter(({ id }) => access.instances?.includes(id) ?? true).map((row) => [row.id, row]));
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
  // With both kinds requested, everyone is a contact until the selection is known.
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
    const order = showsNumbers ? 'sort_key' : 'masked_sort_key';
    for (const instanceId of ids) {
      const added = (people: readonly KnownPerson[]) => choice.add(people.map((one) => personOf(instanceId, one)));
      await addPeople(ctx, { instanceId, order }, query, added);
    }
  }
  const chosen = choice.chosen();
  if (!asks('chat')) return chosen;
  const people = chosen.filter(({ kind }) => kind === 'contact').map(({ to }) => to);
  const chats = await withChat(db.store, ctx.workspaceId, people);
  return chosen.map((one) => (chats.has(one.to) ? { ...one, kind: 'chat' } : one));
}

async function addPeople(
  { db, workspaceId }: ReadContext,
  { instanceId, order }: { instanceId: string; order: PeopleOrder },
  { q, kinds, after, limit }: DestinationQuery,
  add: (people: readonly KnownPerson[]) => number,
): Promise<void> {
  const part = q !== undefined && PRINTABLE_ASCII.test(q) ? q : undefined;
  const hasChat = kinds?.includes('chat') === kinds?.includes('contact') ? undefined : kinds?.includes('chat');
  const max = q === undefined ? limit + 1 : SLICE;
  let taken = 0;
  for (let from: DestinationKey | undefined = startIn(instanceId, after); from;) {
    const query = { order, after: from, limit: max, part, hasChat };
    const page: KnownPerson[] = await peopleOfInstance(db.store, { workspaceId, instanceId }, query);
    taken += add(page);
    from = page.length < max || taken > limit ? undefined : page.at(-1);
    await nextTurn();
  }
}

type DestinationKey = Pick<KnownPerson, 'sortKey' | 'id'>;
const LAST = '~';

function startIn(instanceId: string, after: string | undefined): DestinationKey {
  if (after === undefined) return { sortKey: '', id: '' };
  const end = after.indexOf(END) + 1;
  const [sortKey, id] = [after.slice(0, end), after.slice(end)];
  const own = `${channel}:${instanceId}:`;
  if (id.startsWith(own)) return { sortKey, id: id.slice(own.length) };
  return { sortKey, id: id < own ? '' : LAST };
}

const statusOf = (row: InstanceRow): Destination['status'] => (isOnline(row) ? 'ok' : 'offline');
