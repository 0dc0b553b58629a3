import { inArray, isNull, and } from 'drizzle-orm';

import type { Destination } from '../../../../shared/automation/destination';
import { END, PLAIN } from '../../../fold-text';
import { nextTurn } from '../../../schedule';
import { isOnline } from '../../../whatsapp/connections/connected';
import { masked } from '../../../whatsapp/identity/names';
import {
  groupsOfInstances,
  type KnownPerson,
  type PeopleOrder,
  peopleOfInstance,
  withChat,
} from '../../../whatsapp/queries/destinations';
import { waInstances } from '../../../whatsapp/schema/instances';
import type { InstanceRow } from '../../../whatsapp/work';
import type { DestinationQuery, ReadContext } from '../channel';
import { createChoice } from '../destinations';

const channel = 'whatsapp';
/** People that are read at once where not all of them are what is asked for. */
const SLICE = 500;

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
    const order = showsNumbers ? 'place' : 'masked_place';
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

/** The first people of an instance behind the place that is asked for: `add` returns how many of them it took. */
async function addPeople(
  { db, workspaceId }: ReadContext,
  { instanceId, order }: { instanceId: string; order: PeopleOrder },
  { q, kinds, after, limit }: DestinationQuery,
  add: (people: readonly KnownPerson[]) => number,
): Promise<void> {
  const part = q !== undefined && PLAIN.test(q) ? q : undefined;
  const hasChat = kinds?.includes('chat') === kinds?.includes('contact') ? undefined : kinds?.includes('chat');
  const most = q === undefined ? limit + 1 : SLICE;
  let taken = 0;
  for (let from: KnownPlace | undefined = startIn(instanceId, after); from;) {
    const asked = { order, after: from, limit: most, part, hasChat };
    const page: KnownPerson[] = await peopleOfInstance(db.store, { workspaceId, instanceId }, asked);
    taken += add(page);
    from = page.length < most || taken > limit ? undefined : page.at(-1);
    await nextTurn();
  }
}

type KnownPlace = Pick<KnownPerson, 'place' | 'id'>;
/** Behind every id of a contact. */
const LAST = '~';

/** From where people of an instance come behind a place in the list, where those of others stand too. */
function startIn(instanceId: string, after: string | undefined): KnownPlace {
  if (after === undefined) return { place: '', id: '' };
  const end = after.indexOf(END) + 1;
  const [place, id] = [after.slice(0, end), after.slice(end)];
  const own = `${channel}:${instanceId}:`;
  if (id.startsWith(own)) return { place, id: id.slice(own.length) };
  return { place, id: id < own ? '' : LAST };
}

const statusOf = (row: InstanceRow): Destination['status'] => (isOnline(row) ? 'ok' : 'offline');
