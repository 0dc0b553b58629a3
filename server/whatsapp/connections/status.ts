import type { InferSelectModel } from 'drizzle-orm';

import { type MessageStatus, STATUS_RANK, type StatusEntry, type StatusSource } from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { waMessages } from '../schema/messages';

type MessageRow = InferSelectModel<typeof waMessages>;

export type StatusRow = Pick<
  MessageRow,
  'status' | 'statusHistory' | 'error' | 'acceptedAt' | 'sentAt' | 'deliveredAt' | 'readAt'
>;

export interface StatusReport {
  status: MessageStatus;
  at: Date;
  source: StatusSource;
  error?: SendError | null | undefined;
  /** A failure of an older attempt does not affect the current one. */
  isOlderTry?: boolean | undefined;
}

interface Advance {
  changes: Partial<MessageRow>;
  /** False when only the history changed. */
  applied: boolean;
  previous: MessageStatus;
}

/** Bounds the history, since a message can be retried any number of times. */
const MAX_STORED_ENTRIES = 100;

const OWN_STEPS: Partial<Record<MessageStatus, readonly MessageStatus[]>> = {
  queued: ['scheduled', 'sending', 'failed', 'unconfirmed'],
  sending: ['queued'],
  unconfirmed: ['sending'],
  failed: ['scheduled', 'queued', 'sending'],
  canceled: ['scheduled', 'queued'],
};

/** Strength of evidence, so that receipts in any order give one result. */
function weightOf(status: MessageStatus, isOwn: boolean): number {
  if (status === 'failed') return isOwn ? STATUS_RANK.unconfirmed + 0.5 : STATUS_RANK.sent + 0.5;
  if (status === 'canceled') return STATUS_RANK.unconfirmed + 0.5;
  return status === 'received' ? Number.POSITIVE_INFINITY : STATUS_RANK[status];
}

function isOwnStatus({ status, statusHistory }: StatusRow): boolean {
  const entry = statusHistory.findLast((one) => one.applied && one.status === status);
  return entry === undefined || entry.source === 'api';
}

/** The only function that changes a status. Undefined for a transition that is not allowed or already made. */
export function advanceStatus(row: StatusRow, report: StatusReport): Advance | undefined {
  const isOwn = report.source === 'api';
  if (isOwn) {
    if (!OWN_STEPS[report.status]?.includes(row.status)) return undefined;
    return result(row, report, true);
  }

  if (row.status === 'received') return undefined;
  const isFailure = report.status === 'failed';
  const present = weightOf(row.status, isOwnStatus(row));
  const applied = weightOf(report.status, false) > present && !(isFailure && report.isOlderTry);
  if (!applied && isKnown(row, report)) return undefined;
  return result(row, report, applied);
}

const isKnown = ({ statusHistory }: StatusRow, { status, source, at }: StatusReport): boolean =>
  statusHistory.some((one) => one.status === status && one.source === source && one.at === at.toISOString());

function result(row: StatusRow, report: StatusReport, applied: boolean): Advance {
  const { status, at, source, error = null } = report;
  const entry: StatusEntry = { status, at: at.toISOString(), source, error, applied };
  const changes: Partial<MessageRow> = {
    statusHistory: bounded([...row.statusHistory, entry]),
    ...timesOf(row, report),
  };
  if (!applied) return { changes, applied, previous: row.status };

  changes.status = status;
  changes.error = status === 'failed' ? error : null;
  const isWaiting = status === 'scheduled' || status === 'queued' || status === 'sending' || status === 'unconfirmed';
  if (!isWaiting) Object.assign(changes, { dueAt: null, waiting: null, leaseOwner: null, leaseUntil: null });
  return { changes, applied, previous: row.status };
}

/** Times of the event itself, even when it is reported late. */
function timesOf(row: StatusRow, { status, at, source }: StatusReport): Partial<MessageRow> {
  if (source === 'api') return {};
  if (status === 'sent') return { sentAt: row.sentAt ?? at, acceptedAt: row.acceptedAt ?? at };
  if (status === 'delivered') return { deliveredAt: row.deliveredAt ?? at };
  if (status === 'read' || status === 'played') return { readAt: row.readAt ?? at };
  return {};
}

function bounded(history: StatusEntry[]): StatusEntry[] {
  if (history.length <= MAX_STORED_ENTRIES) return history;
  const index = history.findIndex(({ applied }) => !applied);
  return history.toSpliced(Math.max(0, index), 1);
}
