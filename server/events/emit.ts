import type { z } from 'zod';

import type { Scope } from '../../shared/access/scopes';
import { EVENTS, type EventData, type EventType } from '../../shared/events/events';
import { ID_PREFIXES, newId } from '../../shared/ids';
import { steadyNow } from '../clock';
import { compileOutput } from '../compile-output';
import type { Store } from '../db/database';
import type { ScopedDb } from '../db/scoped';
import { printStorable } from '../storable';
import type { EventsRequest } from './context';
import { envelopeOf } from './envelope';
import type { Resources, Subscriber } from './ports';
import { insertEvents, reserveSequences, usedDedupeKeys } from './queries/events';
import { type EventAccess, requirementOf } from './requirements';
import { knownSubscribers, subscribersOf } from './subscribers';

export interface Cause {
  /** Null if only webhooks are in the chain. */
  runId: string | null;
  depth: number;
}

export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType] & EventOptions;

interface EventOptions {
  eventId?: string | undefined;
  /** The workspace keeps only the first event with this key. */
  dedupeKey?: string | undefined;
  /** Id of the only webhook that receives it, regardless of subscriptions. */
  addressedTo?: string | undefined;
  deliveryId?: string | undefined;
  requires?: Scope[];
  /** Objects that restricted readers need, if the data does not contain them; not sent to receivers. */
  access?: EventAccess;
  cause?: Cause | undefined;
}

type EmitContext = Pick<EventsRequest, 'now' | 'requestId' | 'config' | 'hub' | 'metrics'>;

interface PreparedEvent extends Omit<EventOptions, 'requires' | 'access'> {
  type: EventType;
  data: string;
  resources: Resources;
  requires: string | null;
  /** Id of the webhook that the event describes, which must not receive it. */
  about: string | undefined;
}

/** Call it once, last but for `invalidateRights`: its lock until the commit numbers events in commit order. */
export async function emit(
  ctx: EmitContext,
  { store: tx, workspaceId }: Pick<ScopedDb, 'store' | 'workspaceId'>,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  // Prepared before the lock, since other transactions of the workspace wait for it.
  const expected = expectEvents(workspaceId, events);
  let { prepared } = expected;
  let { last, webhooksVersion } = await reserveSequences(tx, workspaceId, prepared.length);
  const subscribers = await subscribersOf(ctx.hub, tx, workspaceId, webhooksVersion);
  if (expected.version !== undefined && expected.version !== webhooksVersion) {
    const reserved = prepared.length;
    prepared = await withoutUnneeded(tx, workspaceId, expected.all ?? prepareAll(events), subscribers);
    if (prepared.length !== reserved) ({ last } = await reserveSequences(tx, workspaceId, prepared.length - reserved));
  }
  if (prepared.length === 0) return;

  const createdAt = ctx.now();
  const rows = prepared.map(({ type, data, eventId, dedupeKey, addressedTo, requires, cause }, index) => {
    const sequence = last - prepared.length + 1 + index;
    const { isOversize, ...envelope } = envelopeOf(
      { id: eventId, type, workspaceId, sequence, createdAt },
      data,
      ctx.config.baseUrl,
    );
    if (isOversize) ctx.metrics.oversizeEvents.inc();
    return {
      ...envelope,
      workspaceId,
      sequence,
      type,
      dedupeKey: dedupeKey ?? null,
      addressedTo: addressedTo ?? null,
      requires,
      causeRunId: cause?.runId ?? null,
      causeDepth: cause?.depth ?? null,
      requestId: ctx.requestId,
      createdAt,
    };
  });
  await insertEvents(tx, rows);

  const deliveries = prepared.flatMap((event, index) => {
    const row = rows[index];
    if (!row) return [];
    const receivers = receiversOf(event, subscribers).filter(({ isRule }) => !isRule);
    return receivers.map(({ no, isDisabled }) => ({
      id: event.deliveryId ?? newId(ID_PREFIXES.delivery),
      workspaceId,
      webhookNo: no,
      eventSequence: row.sequence,
      eventId: row.id,
      eventType: row.type,
      trigger: 'event' as const,
      addressed: event.addressedTo !== undefined,
      // Due at once, whichever of the two clocks was adjusted.
      nextAt: new Date(Math.min(createdAt.getTime(), steadyNow())),
      createdAt,
      ...(isDisabled ? { ended: 'webhook_disabled' as const } : {}),
    }));
  });
  if (deliveries.length > 0) await ctx.hub.ports.insertDeliveries(tx, deliveries);

  tx.afterCommit(() => {
    for (const { type } of prepared) ctx.metrics.publishedEvents.inc({ surface: EVENTS[type].surface });
    ctx.hub.publish(workspaceId, rows);
    if (deliveries.length > 0) ctx.hub.due([...new Set(deliveries.map(({ webhookNo }) => webhookNo))]);
  });
}

const NEVER = -1;

interface ExpectedEvents {
  prepared: PreparedEvent[];
  version: number | undefined;
  all?: PreparedEvent[];
}

function expectEvents(workspaceId: string, events: readonly NewEvent[]): ExpectedEvents {
  const hasDedupeKeys = events.some(({ dedupeKey }) => dedupeKey);
  if (!hasDedupeKeys && events.every(isAlwaysStored)) return { prepared: prepareAll(events), version: undefined };
  const known = knownSubscribers(workspaceId);
  if (hasDedupeKeys || !known) return { prepared: [], version: NEVER, all: prepareAll(events) };
  const { version, subscribers } = known;
  const mayBeNeeded = (event: NewEvent): boolean =>
    isAlwaysStored(event) || subscribers.some((one) => one.mayWant(event));
  const prepared = prepareAll(events.filter(mayBeNeeded));
  return { prepared: prepared.filter((event) => isNeeded(event, subscribers)), version };
}

const isAlwaysStored = ({ type }: Pick<NewEvent, 'type'>): boolean => EVENTS[type].storedWhen === 'always';

const isNeeded = (event: PreparedEvent, subscribers: readonly Subscriber[]): boolean =>
  isAlwaysStored(event) || receiversOf(event, subscribers).length > 0;

interface SerialisedData {
  schema: z.ZodType;
  value: { id?: unknown };
  json: string;
}

function prepareAll(events: readonly NewEvent[]): PreparedEvent[] {
  const known = new Map<unknown, SerialisedData>();
  return events.map((event) => prepare(event, known));
}

const compiled = new WeakMap<z.ZodType, (data: unknown) => unknown>();

function validate(data: unknown, schema: z.ZodType): { id?: unknown } {
  let read = compiled.get(schema);
  if (read === undefined) compiled.set(schema, (read = compileOutput(schema)));
  return read(data) as { id?: unknown };
}

function serialise(data: unknown, schema: z.ZodType, known: Map<unknown, SerialisedData>): SerialisedData {
  const before = known.get(data);
  if (before?.schema === schema) return before;
  const value = validate(data, schema);
  // The data may contain text of visitors that the database cannot store.
  const serialised = { schema, value, json: printStorable(value) };
  known.set(data, serialised);
  return serialised;
}

function prepare(event: NewEvent, known: Map<unknown, SerialisedData>): PreparedEvent {
  const { type, data, eventId, dedupeKey, addressedTo, deliveryId, requires = [], access, cause } = event;
  const { data: schema, resources } = EVENTS[type] as {
    data: z.ZodType;
    resources?: (value: unknown) => Resources;
  };
  const { value, json } = serialise(data, schema, known);
  return {
    type,
    data: json,
    resources: resources?.(value) ?? {},
    requires: requirementOf(requires, access),
    about: type.startsWith('webhook.') && typeof value.id === 'string' ? value.id : undefined,
    cause,
    eventId,
    dedupeKey,
    addressedTo,
    deliveryId,
  };
}

function receiversOf(event: PreparedEvent, subscribers: readonly Subscriber[]): Subscriber[] {
  if (event.addressedTo !== undefined) return subscribers.filter(({ id }) => id === event.addressedTo);
  return subscribers.filter(
    (one) => !one.isDisabled && one.id !== event.about && one.wants(event.type, event.resources, event.requires),
  );
}

async function withoutUnneeded(
  tx: Store,
  workspaceId: string,
  prepared: readonly PreparedEvent[],
  subscribers: readonly Subscriber[],
): Promise<PreparedEvent[]> {
  const keys = prepared.flatMap(({ dedupeKey }) => (dedupeKey === undefined ? [] : [dedupeKey]));
  const used = keys.length > 0 ? await usedDedupeKeys(tx, workspaceId, keys) : new Set<string>();
  return prepared.filter((event) => {
    if (event.dedupeKey !== undefined) {
      if (used.has(event.dedupeKey)) return false;
      used.add(event.dedupeKey);
    }
    return isNeeded(event, subscribers);
  });
}
