import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';

import { containsExactly } from '../../../db/match';
import type { AutomationCall } from '../../context';
import type { InstanceAccess } from '../../module-deps';
import { publicationDeliveries, publications } from '../../schema/publications';
import { instanceOf } from '../deliveries/recipients';
import type { ComposedRecipient } from './compose';

export function instanceColumns(recipients: readonly ComposedRecipient[]) {
  const channels = recipients.map(({ channel }) => channel.schemas.kind);
  const instances = recipients.flatMap(({ containerId, seenWith }) => instanceOf(containerId) ?? seenWith ?? []);
  return { channels: piped(channels), instances: piped(instances) };
}

const piped = (names: readonly string[]): string => [...new Set(names)].map((name) => `|${name}`).join('');

export const grantedInstanceIds = ({ actor }: Pick<AutomationCall, 'actor'>): InstanceAccess['instances'] =>
  actor.type === 'key' ? (actor.resources.whatsapp_instances ?? null) : null;

export function onGrantedInstances(instances: InstanceAccess['instances']): SQL | undefined {
  if (instances === null) return undefined;
  const others = instances.reduce<SQL>(
    (left, id) => sql`replace(${left}, ${`|${id}`}, '')`,
    sql`${publications.instances}`,
  );
  return sql`${others} = ''`;
}

export const isWithinGrant = (instances: InstanceAccess['instances'], row: { instances: string }): boolean =>
  instances === null || row.instances.split('|').every((id) => id === '' || instances.includes(id));

/** Deliveries through these instances, and deliveries without an instance if their publication uses no others. */
export const deliveriesWithin = (instances: InstanceAccess['instances']): SQL | undefined =>
  instances === null
    ? undefined
    : or(
        inArray(publicationDeliveries.instanceId, [...instances]),
        and(
          isNull(publicationDeliveries.instanceId),
          sql`exists (select 1 from ${publications}
            where ${and(eq(publications.id, publicationDeliveries.publicationId), onGrantedInstances(instances))})`,
        ),
      );

export const onChannels = (kinds: readonly string[]): SQL | undefined =>
  or(...kinds.map((kind) => containsExactly(publications.channels, `|${kind}`)));
