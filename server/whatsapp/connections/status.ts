import type { InferSelectModel } from 'drizzle-orm';

import { type MessageStatus, STATUS_RANK, type StatusEntry, type StatusSource } from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { waMessages } from '../schema/messages';

type MessageRow = InferSelectModel<typeof waMessages>;

/** What of a message decides what becomes of its status. */
export type StatusRow = Pick<
  MessageRow,
  'status' | 'statusHistory' | 'error' | 'acceptedAt' | 'sentAt' | 'deliveredAt' | 'readAt'
>;

/** A status as it is told: by ourselves (`api`), or by who carries the message. */
export interface Told {
  status: MessageStatus;
  at: Date;
  source: StatusSource;
  error?: SendError | null | undefined;
  /** Of an older try: its failure says nothing of the present one. */
  isOlderTry?: boolean | undefined;
}

export interface Advance {
  /** Columns to write. */
  changes: Partial<MessageRow>;
  /** False: it stands in the history and changed nothing else of weight. */
  applied: boolean;
  previous: MessageStatus;
}

/** More entries than this are not kept: a message can be tried again without end. */
const KEPT_ENTRIES = 100;

/** From where the service itself may bring a message to a status. */
const OWN_STEPS: Partial<Record<MessageStatus, readonly MessageStatus[]>> = {
  queued: ['scheduled', 'sending', 'failed', 'unconfirmed'],
  sending: ['queued'],
  unconfirmed: ['sending'],
  failed: ['scheduled', 'queued', 'sending'],
  canceled: ['scheduled', 'queued'],
};

/**
 * How much evidence a status is. What this service decided yields to the proof of `sent`; a provider’s `failed` stands
 * above `sent` and yields to the proof of `delivered`, so that receipts end in one status whatever their order.
 */
function weightOf(status: MessageStatus, isOwn: boolean): number {
  if (status === 'failed') return isOwn ? STATUS_RANK.unconfirmed + 0.5 : STATUS_RANK.sent + 0.5;
  if (status === 'canceled') return STATUS_RANK.unconfirmed + 0.5;
  return status === 'received' ? Number.POSITIVE_INFINITY : STATUS_RANK[status];
}

/** Who brought the message to its present status. */
function isOwnStatus({ status, statusHistory }: StatusRow): boolean {
  const entry = statusHistory.findLast((one) => one.applied && one.status === status);
  return entry === undefined || entry.source === 'api';
}

/**
 * What a status that is told makes of a message; the one place where a status moves. Undefined: it may not, if the
 * service wants it, or it is known already, if the provider says it.
 */
export function advance(row: StatusRow, told: Told): Advance | undefined {
  const isOwn = told.source === 'api';
  if (isOwn) {
    if (!OWN_STEPS[told.status]?.includes(row.status)) return undefined;
    return result(row, told, true);
  }

  if (row.status === 'received') return undefined;
  const isFailure = told.status === 'failed';
  const present = weightOf(row.status, isOwnStatus(row));
  const applied = weightOf(told.status, false) > present && !(isFailure && told.isOlderTry);
  if (!applied && isKnown(row, told)) return undefined;
  return result(row, told, applied);
}

/** The same word, told before. */
const isKnown = ({ statusHistory }: StatusRow, { status, source, at }: Told): boolean =>
  statusHistory.some((one) => one.status === status && one.source === source && one.at === at.toISOString());

function result(row: StatusRow, told: Told, applied: boolean): Advance {
  const { status, at, source, error = null } = told;
  const entry: StatusEntry = { status, at: at.toISOString(), source, error, applied };
  const changes: Partial<MessageRow> = { statusHistory: bounded([...row.statusHistory, entry]), ...timesOf(row, told) };
  if (!applied) return { changes, applied, previous: row.status };

  changes.status = status;
  changes.error = status === 'failed' ? error : null;
  const isWaiting = status === 'scheduled' || status === 'queued' || status === 'sending' || status === 'unconfirmed';
  // Nothing is left to do for it.
  if (!isWaiting) Object.assign(changes, { dueAt: null, hold: null, leaseOwner: null, leaseUntil: null });
  return { changes, applied, previous: row.status };
}

/** When it happened, also where it is told late: a later status says nothing of the time of an earlier one. */
function timesOf(row: StatusRow, { status, at, source }: Told): Partial<MessageRow> {
  if (source === 'api') return {};
  if (status === 'sent') return { sentAt: row.sentAt ?? at, acceptedAt: row.acceptedAt ?? at };
  if (status === 'delivered') return { deliveredAt: row.deliveredAt ?? at };
  if (status === 'read' || status === 'played') return { readAt: row.readAt ?? at };
  return {};
}

/** Without the oldest that changed nothing, else without the oldest. */
function bounded(history: StatusEntry[]): StatusEntry[] {
  if (history.length <= KEPT_ENTRIES) return history;
  const index = history.findIndex(({ applied }) => !applied);
  return history.toSpliced(Math.max(0, index), 1);
}
