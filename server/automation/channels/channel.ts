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
import type { Platform } from '../../context';
import type { ScopedDb } from '../../db/scoped';
import type { Cause, NewEvent } from '../../events/emit';
import type { InstanceAccess, ModuleDeps } from '../module-deps';

/** A channel queues into tables of this database in the transaction of the delivery, so it delivers exactly once. */
export interface Channel {
  readonly schemas: ChannelSchemas;
  /** Without a container, the highest limits of all. */
  capabilities(ctx: ReadContext, containerId?: string): Promise<Capabilities>;
  /** Destinations that the caller may use, by `destinationSortKey`; one more than `query.limit` if there are more. */
  destinations(ctx: ReadContext, query: DestinationQuery): Promise<Destination[]>;
  resolve(ctx: ReadContext, target: Target): Promise<Resolution[]>;
  /** Reads only, and gives the same result for the same input. */
  render(ctx: ReadContext, publishable: Publishable, containerId: string): Promise<Rendering>;
  readonly batch: number;
  /** Locks the container before deliveries and publications. `closed`: all wait. `failed`: all waiting ones fail. */
  open(
    context: WriteContext,
    containerId: string,
  ): Promise<OpenContainer | { closed: Deferral } | { failed: PublicationError }>;
  /** Withdraws unsent deliveries without an event. Returns the references that will not arrive. */
  withdraw(context: WriteContext, containerId: string, references: readonly string[]): Promise<Set<string>>;
  /** Why unsent parts wait, by reference; parts that do not wait are left out. */
  waitReasons?(tx: ScopedDb, references: readonly string[]): Promise<Map<string, WaitingReason>>;
  readonly events: readonly EventType[];
  interpret(event: ChannelEvent): DeliveryChange | null;
  /** The container that an event of `events` reopens. */
  reopenedContainer?(event: ChannelEvent): string | null;
  /** Reports changes without events to `apply`, in the transaction that decides them. */
  listen?(onChanges: DeliveryListener): () => void;
}

/** Reads only; `db` may be that of an open transaction. */
export interface ReadContext {
  db: ScopedDb;
  workspaceId: string;
  access: InstanceAccess;
  now: () => Date;
}

export interface DestinationQuery {
  q?: string | undefined;
  kinds?: readonly string[] | undefined;
  instanceId?: string | undefined;
  after?: string | undefined;
  limit: number;
  may(scope: Scope): boolean;
}

interface Recipient {
  /** The queue of its deliveries: the instance, the webhook. */
  containerId: string;
  /** Canonical: the same for the same destination, however it was named. */
  recipient: string;
  /** As the caller named it, apart from normalisation. */
  to: string;
  label: string;
  /** False for a number without any conversation. */
  isKnown: boolean;
  warnings: Issue[];
  /** For a container that is no instance: the instances that a narrowed caller must have access to. */
  seenWith?: readonly string[];
}

/** `pointer` is a JSON Pointer into the target or the publication. */
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
      /** The container of a delivery that starts as skipped; null when the whole target is wrong. */
      containerId: string | null;
      skip: SkipReason;
    };

export interface Publishable {
  publicationId: string;
  title: string | null;
  content: PublicationContent | null;
  /** The channel's part of `overrides`, validated by its schema. */
  overrides: unknown;
  overflow: Overflow;
  metadata: Record<string, string>;
}

export interface Part {
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Rendering {
  parts: Part[];
  issues: Issue[];
  warnings: Issue[];
}

export interface HandOverRequest {
  deliveryId: string;
  recipient: string;
  publishable: Publishable;
  /** In the order of the parts; null for one that was never handed over. */
  parts: readonly { reference: string | null; isDone: boolean }[];
  expiresAt: Date | null;
  cause?: Cause | undefined;
}

/** One transaction of a workspace that hands deliveries over. */
export interface WriteContext {
  ctx: Platform & ModuleDeps & { requestId: string };
  tx: ScopedDb;
  now: Date;
  /** Emitted at the end of the transaction. */
  addEvent: (event: NewEvent) => void;
}

export interface OpenContainer {
  readonly capacity: number;
  handOver(requests: readonly HandOverRequest[]): Promise<Map<string, HandOverResult>>;
}

export interface Deferral {
  reason: Extract<WaitingReason, 'channel_offline' | 'rate_limit'>;
  until: Date;
}

export type HandOverResult =
  | { outcome: 'accepted'; references: string[] }
  | ({ outcome: 'waiting' } & Deferral)
  | { outcome: 'skipped'; reason: SkipReason; error: PublicationError }
  | { outcome: 'failed'; error: PublicationError };

export interface ChannelEvent {
  type: EventType;
  data: unknown;
  createdAt: Date;
}

export interface DeliveryChange {
  deliveryId: string;
  /** Of the part; null for a single part. Changes of unknown references are ignored. */
  reference: string | null;
  status: Exclude<PublicationDeliveryStatus, 'pending' | 'skipped'>;
  waitReason?: WaitingReason | undefined;
  at: Date;
  error?: PublicationError | null | undefined;
}

export type DeliveryListener = (tx: ScopedDb, changes: readonly DeliveryChange[]) => Promise<NewEvent[]>;
