import type { DriverEvent } from '../../driver-events';
import type { Report } from '../protocol';
import type { SessionLog } from './session-types';
import type { Inbox } from './store/inbox';
import { errorFields } from './thrown-errors';

/** Rows of an instance that wait for the server at a time; the others stay in the file. */
const MAX_UNAPPLIED = 200;
/** A row that is removed late is at worst sent again. */
const REMOVE_EVERY_MS = 100;
const RETRY_MS = 1000;

interface Position {
  last: number;
  unapplied: Set<number>;
  hasMore: boolean;
}

export interface Outbox {
  /** The events are in the file when this returns, unless the disk fails. */
  add(instanceId: string, events: readonly DriverEvent[]): void;
  applied(instanceId: string, seq: number): void;
  close(): void;
}

interface OutboxOptions {
  inbox: Inbox;
  log: SessionLog;
  report: (report: Extract<Report, { type: 'events' }>) => void;
}

/** Each instance has its own order, so that one whose events cannot be applied does not block the others. */
export function createOutbox({ inbox, log, report }: OutboxOptions): Outbox {
  const positions = new Map<string, Position>();
  const unstored: { instanceId: string; events: readonly DriverEvent[] }[] = [];
  const removable: number[] = [];
  let removal: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const positionOf = (instanceId: string): Position => {
    const known = positions.get(instanceId);
    if (known) return known;
    const made = { last: 0, unapplied: new Set<number>(), hasMore: false };
    positions.set(instanceId, made);
    return made;
  };

  const send = (instanceId: string, position: Position, seq: number, events: readonly DriverEvent[]): void => {
    position.last = seq;
    position.unapplied.add(seq);
    report({ type: 'events', seq, instanceId, events: [...events] });
  };

  const sendStored = (instanceId: string, position: Position): void => {
    const free = MAX_UNAPPLIED - position.unapplied.size;
    const rows = inbox.read(instanceId, position.last, free);
    position.hasMore = rows.length === free;
    for (const { seq, events } of rows) send(instanceId, position, seq, events);
  };

  const store = (instanceId: string, events: readonly DriverEvent[]): void => {
    const position = positionOf(instanceId);
    const seq = inbox.add(instanceId, events);
    if (position.hasMore || position.unapplied.size >= MAX_UNAPPLIED) position.hasMore = true;
    else send(instanceId, position, seq, events);
  };

  /** Kept in memory while the disk fails, since WhatsApp does not resend them. */
  const storeLater = (): void => {
    retry ??= setTimeout(() => {
      retry = undefined;
      try {
        for (let next = unstored[0]; next; next = unstored[0]) {
          store(next.instanceId, next.events);
          unstored.shift();
        }
      } catch {
        storeLater();
      }
    }, RETRY_MS);
  };

  const removeApplied = (): void => {
    clearTimeout(removal);
    removal = undefined;
    try {
      inbox.remove(removable);
      removable.length = 0;
    } catch (error) {
      log.error(errorFields(error), 'applied events of whatsapp web not removed');
    }
  };

  for (const instanceId of inbox.instances()) sendStored(instanceId, positionOf(instanceId));

  return {
    add(instanceId, events) {
      if (events.length === 0) return;
      try {
        if (unstored.length > 0) throw new Error('Earlier events are not stored yet.');
        store(instanceId, events);
      } catch (error) {
        if (unstored.length === 0) log.error(errorFields(error), 'events of whatsapp web not stored, retrying');
        unstored.push({ instanceId, events });
        storeLater();
      }
    },
    applied(instanceId, seq) {
      const position = positionOf(instanceId);
      position.unapplied.delete(seq);
      removable.push(seq);
      removal ??= setTimeout(removeApplied, REMOVE_EVERY_MS);
      if (position.hasMore && position.unapplied.size < MAX_UNAPPLIED / 2) sendStored(instanceId, position);
    },
    close() {
      clearTimeout(retry);
      if (removable.length > 0) removeApplied();
    },
  };
}
