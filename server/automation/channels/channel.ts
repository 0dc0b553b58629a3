import type { Scope } from '../../../shared/access/scopes';
import type { Capabilities } from '../../../shared/automation/channel';
import type { ChannelSchemas, Target } from '../../../shared/automation/channels/channel';
import type { PublicationContent } from '../../../shared/automation/content';
import type { Destination } from '../../../shared/automation/destination';
import type { Overflow } from '../../../shared/automation/publication';
import type { PublicationError } from '../../../shared/automation/publication-delivery';
import type {
  PublicationDeliveryStatus,
  SkipReason,
  WaitingReason,
} from '../../../shared/automation/publication-states';
import type { EventType } from '../../../shared/events/events';
import type { ScopedDb } from '../../db/scoped';
import type { Cause, NewEvent } from '../../events/emit';
import type { AutomationServices } from '../context';
import type { AutomationContext } from '../context';

/** A kind of place that can be published to. */
export type Channel = TransactionalChannel | NetworkChannel;

interface CommonChannel {
  /** Kind, title and what it adds to the contract. */
  readonly schemas: ChannelSchemas;
  /** Of a container, or, without one, the most that any can. */
  capabilities(ctx: ReadContext, containerId?: string): Promise<Capabilities>;
  /** Places that the caller may publish to, in the order of `placeOf`; one more than `query.limit` where there are. */
  destinations(ctx: ReadContext, query: DestinationQuery): Promise<Destination[]>;
  /** Who a target names, one answer an entry of `to`; writes nothing. The target has passed the channel’s schema. */
  resolve(ctx: ReadContext, target: Target): Promise<Resolution[]>;
  /** What a container gets, and what is wrong with it; writes nothing, and says the same whenever it is asked. */
  render(ctx: ReadContext, publishable: Publishable, containerId: string): Promise<Rendering>;
}

/** The channel puts what is to be sent into a table of ours, in the transaction of the delivery: exactly once. */
export interface TransactionalChannel extends CommonChannel {
  readonly handover: 'transactional';
  /** Most deliveries of one transaction. */
  readonly batch: number;
  /**
   * A container that is to take deliveries, held until the transaction ends: before any delivery or publication is.
   * `closed`: everything that waits for it says so. `failed`: it is gone for good, with all that waits for it.
   */
  open(hand: Hand, containerId: string): Promise<OpenContainer | { closed: Waiting } | { failed: PublicationError }>;
  /**
   * Takes back what was handed over and is not on its way yet, without a word of it; holds the container. Returns the
   * references that will not arrive.
   */
  takeBack(hand: Hand, containerId: string, references: readonly string[]): Promise<Set<string>>;
  /** Why parts that were handed over and not sent wait, by their references; those that do not wait are left out. */
  waits?(tx: ScopedDb, references: readonly string[]): Promise<Map<string, WaitingReason>>;
  /** Types of events that tell of deliveries. */
  readonly events: readonly EventType[];
  /** What an event says of a delivery; null for one that says nothing. */
  interpret(event: HeardEvent): DeliveryChange | null;
  /** The container that takes deliveries again, by an event of `events`. */
  opened?(event: HeardEvent): string | null;
  /** What becomes known otherwise than by events goes to `hear`, in the transaction that decides it. */
  listen?(hear: Hear): () => void;
}

/** The channel asks somebody else, who may not answer. */
export interface NetworkChannel extends CommonChannel {
  readonly handover: 'network';
  /** Gives one part to the provider. A throw counts as `unknown`. */
  send(ctx: SendContext, order: Order, part: Part, signal: AbortSignal): Promise<Outcome>;
}

/** Reads only; `db` may be that of an open transaction. */
export type ReadContext = Pick<AutomationContext, 'db' | 'workspaceId' | 'reach' | 'now'>;

export interface DestinationQuery {
  /** As `fold` writes it. */
  q?: string | undefined;
  kinds?: readonly string[] | undefined;
  instanceId?: string | undefined;
  /** Only what comes after this place. */
  after?: string | undefined;
  limit: number;
  /** Whether the caller has a scope. */
  may(scope: Scope): boolean;
}

/** One place that a delivery goes to. */
export interface Recipient {
  /** What its deliveries queue at: the instance, the webhook. */
  containerId: string;
  /** The same for the same place, however it was named. */
  recipient: string;
  /** As it was named, or nearly so. */
  to: string;
  label: string;
  /** It was there before: no number that nobody has written to or from. */
  isKnown: boolean;
  warnings: Issue[];
  /** Of a container that is no instance: those that whoever is narrowed to some must reach to see what goes there. */
  seenWith?: readonly string[];
}

/** `pointer` is a JSON Pointer into what was given: the target, or the publication. */
export interface Issue {
  pointer: string;
  code: string;
  message: string;
}

export type Resolution =
  | { ok: true; recipient: Recipient }
  | {
      ok: false;
      to: string;
      issue: Issue;
      /** Where it would have gone, for a delivery that starts as skipped; null: the whole target is wrong. */
      containerId: string | null;
      skip: SkipReason;
    };

/** What of a publication a channel makes its parts of. */
export interface Publishable {
  publicationId: string;
  title: string | null;
  content: PublicationContent | null;
  /** The channel’s part of `overrides`; it has passed its schema. */
  overrides: unknown;
  overflow: Overflow;
  metadata: Record<string, string>;
}

/** One message, as the channel will get it. */
export interface Part {
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Rendering {
  parts: Part[];
  issues: Issue[];
  warnings: Issue[];
}

/** A delivery that is to be handed over. */
export interface Order {
  deliveryId: string;
  recipient: string;
  publishable: Publishable;
  /** In the order of the parts; null for one that was never handed over. Those that were sent are `done`. */
  parts: readonly { reference: string | null; isDone: boolean }[];
  expiresAt: Date | null;
  cause?: Cause | undefined;
}

/** One transaction of a workspace that hands deliveries over. */
export interface Hand {
  ctx: AutomationServices & { requestId: string };
  tx: ScopedDb;
  now: Date;
  /** Notes an event; all are emitted at the end of the transaction. */
  raise: (event: NewEvent) => void;
}

/** A container within one transaction. */
export interface OpenContainer {
  /** How many more messages it takes now. */
  readonly room: number;
  /** Takes deliveries on. Returns what became of each, by its id. */
  handOver(orders: readonly Order[]): Promise<Map<string, HandOverResult>>;
}

export interface Waiting {
  reason: Extract<WaitingReason, 'channel_offline' | 'rate_limit'>;
  until: Date;
}

export type HandOverResult =
  | { outcome: 'handed'; references: string[] }
  | ({ outcome: 'waiting' } & Waiting)
  | { outcome: 'skipped'; reason: SkipReason; error: PublicationError }
  | { outcome: 'failed'; error: PublicationError };

export interface HeardEvent {
  type: EventType;
  data: unknown;
  createdAt: Date;
}

/** What became of one part of a delivery. */
export interface DeliveryChange {
  deliveryId: string;
  /** Of the part; null for the only one there is. What no part has says nothing any more. */
  reference: string | null;
  status: Exclude<PublicationDeliveryStatus, 'pending' | 'skipped'>;
  /** With `waiting`. */
  waitingReason?: WaitingReason | undefined;
  at: Date;
  error?: PublicationError | null | undefined;
}

/** Applies changes in the caller’s transaction, and returns the events that tell of them. */
export type Hear = (tx: ScopedDb, changes: readonly DeliveryChange[]) => Promise<NewEvent[]>;

export type SendContext = AutomationServices & { workspaceId: string; containerId: string; attempt: number };

export type Outcome =
  | { outcome: 'sent'; reference: string | null }
  | { outcome: 'failed'; error: PublicationError; retryAfterMs?: number | undefined }
  | { outcome: 'unknown'; error?: PublicationError | undefined };
