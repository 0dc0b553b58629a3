import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';

import { holds } from '../../../db/match';
import type { AutomationCall } from '../../context';
import type { Reach } from '../../context';
import { publicationDeliveries, publications } from '../../schema/publications';
import { instanceOf } from '../deliveries/recipients';
import type { ComposedRecipient } from './compose';

/** What is kept of recipients to find their publication by. */
export function reachColumns(recipients: readonly ComposedRecipient[]) {
  const channels = recipients.map(({ channel }) => channel.schemas.kind);
  const instances = recipients.flatMap(({ containerId, seenWith }) => instanceOf(containerId) ?? seenWith ?? []);
  return { channels: barred(channels), instances: barred(instances) };
}

const barred = (names: readonly string[]): string => [...new Set(names)].map((name) => `|${name}`).join('');

/** The instances that a caller is narrowed to; null for all. */
export const reachOf = ({ actor }: Pick<AutomationCall, 'actor'>): Reach['instances'] =>
  actor.type === 'key' ? (actor.resources.whatsapp_instances ?? null) : null;

/** Publications that go through no instance but these. */
export function withinReach(instances: Reach['instances']): SQL | undefined {
  if (instances === null) return undefined;
  const others = instances.reduce<SQL>(
    (left, id) => sql`replace(${left}, ${`|${id}`}, '')`,
    sql`${publications.instances}`,
  );
  return sql`${others} = ''`;
}

/** As `withinReach`, of a row. */
export const isWithinReach = (instances: Reach['instances'], row: { instances: string }): boolean =>
  instances === null || row.instances.split('|').every((id) => id === '' || instances.includes(id));

/** Deliveries that go through one of these instances; through none, those of publications that go through no other. */
export const deliveriesWithin = (instances: Reach['instances']): SQL | undefined =>
  instances === null
    ? undefined
    : or(
        inArray(publicationDeliveries.instanceId, [...instances]),
        and(
          isNull(publicationDeliveries.instanceId),
          sql`exists (select 1 from ${publications}
            where ${and(eq(publications.id, publicationDeliveries.publicationId), withinReach(instances))})`,
        ),
      );

/** Publications with a recipient on one of the channels. */
export const onChannels = (kinds: readonly string[]): SQL | undefined =>
  or(...kinds.map((kind) => holds(publications.channels, `|${kind}`)));
