import type { Scope } from '../../shared/access/scopes';
import { EVENTS, type EventData, type EventType } from '../../shared/events/events';
import { ID_PREFIXES, newId } from '../../shared/ids';
import { steadyNow } from '../clock';
import type { Store } from '../db/database';
import { printStorable } from '../storable';
import { insertDeliveries } from '../webhooks/system/inserts';
import type { EventsRequest } from './context';
import { envelopeOf } from './envelope';
import { type EventReach, requirementOf } from './requirements';
import { knownSubscribers, type Resources, type Subscriber, subscribersOf } from './subscribers';
import { insertEvents, takeSequences, usedDedupeKeys } from './system/events';

/** The origin of an event: the run of a rule, and the length of the chain of runs and webhooks. */
export interface Cause {
  /** Null where only webhooks are in the chain. */
  runId: string | null;
  depth: number;
}

/** An event before it has its id and number. */
export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType] & EventOptions;

interface EventOptions {
  /** For callers that need the id beforehand. */
  eventId?: string;
  /** A second event of the workspace with the same key is not written. */
  dedupeKey?: string;
  /** Id of the only webhook that receives it, whatever the subscriptions. */
  addressedTo?: string;
  /** For callers that need the id of that delivery beforehand. */
  deliveryId?: string;
  /** Scopes that readers need besides the scope of its type. */
  requires?: Scope[];
  /** Objects that narrowed readers need, where the data does not contain them; not sent to receivers. */
  reach?: EventReach;
  /** Rules and endpoints detect loops by it. */
  cause?: Cause | undefined;
}

type EmitContext = Pick<EventsRequest, 'now' | 'requestId' | 'config' | 'hub' | 'metrics'>;

interface Prepared extends Omit<EventOptions, 'requires' | 'reach'> {
  type: EventType;
  data: string;
  resources: Resources;
  requires: string | null;
  /** The webhook that the event describes, which must not receive it. */
  about: string | undefined;
}

/**
 * Writes events and their deliveries in the transaction of the change. Call it once, after all other work: the
 * counter’s row stays locked until the commit, which numbers events in commit order without gaps. Only `narrowRights`
 * comes after it.
 */
export async function emit(
  ctx: EmitContext,
  tx: Store,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  // Before the lock, since other transactions of the workspace wait for it.
  const guess = guessOf(workspaceId, events);
  let { prepared } = guess;
  let { last, webhooksVersion } = await takeSequences(tx, workspaceId, prepared.length);
  const subscribers = await subscribersOf(tx, workspaceId, webhooksVersion);
  if (guess.version !== undefined && guess.version !== webhooksVersion) {
    const taken = prepared.length;
    prepared = await withoutLeftOut(tx, workspaceId, guess.all ?? prepareAll(events), subscribers);
    if (prepared.length !== taken) ({ last } = await takeSequences(tx, workspaceId, prepared.length - taken));
  }
  if (prepared.length === 0) return;

  const createdAt = ctx.now();
  const rows = prepared.map(({ type, data, eventId, dedupeKey, addressedTo, requires, cause }, index) => {
    const sequence = last - prepared.length + 1 + index;
    const { isOversize, ...envelope } = envelopeOf(
      { type, workspaceId, sequence, createdAt, ...(eventId === undefined ? {} : { id: eventId }) },
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
      // A disabled webhook gets addressed events only; their sender sees that they are canceled.
      ...(isDisabled ? { ended: 'webhook_disabled' as const } : {}),
    }));
  });
  await insertDeliveries(tx, deliveries);

  tx.afterCommit(() => {
    for (const { type } of prepared) ctx.metrics.publishedEvents.inc({ surface: EVENTS[type].surface });
    ctx.hub.publish(workspaceId, rows);
    if (deliveries.length > 0) ctx.hub.due([...new Set(deliveries.map(({ webhookNo }) => webhookNo))]);
  });
}

const NEVER = -1;

interface Guess {
  /** Valid if the webhooks are still at `version`. */
  prepared: Prepared[];
  /** Compared once the counter is locked; undefined where the result does not depend on webhooks. */
  version: number | undefined;
  /** All candidates, where rows decide. */
  all?: Prepared[];
}

function guessOf(workspaceId: string, events: readonly NewEvent[]): Guess {
  const rowsDecide = events.some(({ dedupeKey }) => dedupeKey);
  if (!rowsDecide && events.every(isAlwaysKept)) return { prepared: prepareAll(events), version: undefined };
  const known = knownSubscribers(workspaceId);
  if (rowsDecide || !known) return { prepared: [], version: NEVER, all: prepareAll(events) };
  const { version, subscribers } = known;
  const isLikely = (event: NewEvent): boolean => isAlwaysKept(event) || subscribers.some((one) => one.mayWant(event));
  const prepared = prepareAll(events.filter(isLikely));
  return { prepared: prepared.filter((event) => isKept(event, subscribers)), version };
}

const isAlwaysKept = ({ type }: Pick<NewEvent, 'type'>): boolean => EVENTS[type].record === 'always';

const isKept = (event: Prepared, subscribers: readonly Subscriber[]): boolean =>
  isAlwaysKept(event) || receiversOf(event, subscribers).length > 0;

interface Written {
  schema: Schema;
  value: { id?: unknown };
  json: string;
}
interface Schema {
  parse(value: unknown): { id?: unknown };
}

/** Events with the same data are validated and serialised once. */
function prepareAll(events: readonly NewEvent[]): Prepared[] {
  const known = new Map<unknown, Written>();
  return events.map((event) => prepare(event, known));
}

function writtenOf(data: unknown, schema: Schema, known: Map<unknown, Written>): Written {
  const before = known.get(data);
  if (before?.schema === schema) return before;
  const value = schema.parse(data);
  // The data may contain texts of visitors, which rules store.
  const written = { schema, value, json: printStorable(value) };
  known.set(data, written);
  return written;
}

function prepare(event: NewEvent, known: Map<unknown, Written>): Prepared {
  const { type, data, eventId, dedupeKey, addressedTo, deliveryId, requires = [], reach, cause } = event;
  const { data: schema, resources } = EVENTS[type] as {
    data: Schema;
    resources?: (value: unknown) => Resources;
  };
  const { value, json } = writtenOf(data, schema, known);
  return {
    type,
    data: json,
    resources: resources?.(value) ?? {},
    requires: requirementOf(requires, reach),
    about: type.startsWith('webhook.') && typeof value.id === 'string' ? value.id : undefined,
    cause,
    ...(eventId === undefined ? {} : { eventId }),
    ...(dedupeKey === undefined ? {} : { dedupeKey }),
    ...(addressedTo === undefined ? {} : { addressedTo }),
    ...(deliveryId === undefined ? {} : { deliveryId }),
  };
}

function receiversOf(event: Prepared, subscribers: readonly Subscriber[]): Subscriber[] {
  if (event.addressedTo !== undefined) return subscribers.filter(({ id }) => id === event.addressedTo);
  return subscribers.filter(
    (one) => !one.isDisabled && one.id !== event.about && one.wants(event.type, event.resources, event.requires),
  );
}

/** Drops events with a used dedupe key, and those kept only for subscribers when there are none. */
async function withoutLeftOut(
  tx: Store,
  workspaceId: string,
  prepared: readonly Prepared[],
  subscribers: readonly Subscriber[],
): Promise<Prepared[]> {
  const keys = prepared.flatMap(({ dedupeKey }) => (dedupeKey === undefined ? [] : [dedupeKey]));
  const used = keys.length > 0 ? await usedDedupeKeys(tx, workspaceId, keys) : new Set<string>();
  return prepared.filter((event) => {
    if (event.dedupeKey !== undefined) {
      if (used.has(event.dedupeKey)) return false;
      used.add(event.dedupeKey);
    }
    return isKept(event, subscribers);
  });
}
