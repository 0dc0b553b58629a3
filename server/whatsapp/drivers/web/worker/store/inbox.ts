import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Sealer } from '../../../../../secrets/seal';
import type { DriverEvent } from '../../../driver-events';
import { fromWire, toWire } from '../../wire';

interface InboxRow {
  seq: number;
  events: DriverEvent[];
}

/** WhatsApp never resends these events, so each is on the disk at once. */
export interface Inbox {
  /** Numbers are never used twice. */
  add(instanceId: string, events: readonly DriverEvent[]): number;
  read(instanceId: string, after: number, limit: number): InboxRow[];
  remove(seqs: readonly number[]): void;
  instances(): string[];
  close(): void;
}

export function openInbox(path: string, sealer: Sealer, unreadable: (seq: number, error: unknown) => void): Inbox {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { create: true });
  database.run('pragma busy_timeout = 5000');
  database.run('pragma journal_mode = wal');
  database.run('pragma synchronous = full');
  database.run(`create table if not exists whatsapp_web_inbox (
    seq integer primary key autoincrement, instance text not null, sealed text not null, received_at integer not null)`);
  database.run('create index if not exists whatsapp_web_inbox_by_instance on whatsapp_web_inbox (instance, seq)');

  const insert = database.query<{ seq: number }, [string, string, number]>(
    'insert into whatsapp_web_inbox (instance, sealed, received_at) values (?, ?, ?) returning seq',
  );
  const select = database.query<{ seq: number; sealed: string }, [string, number, number]>(
    'select seq, sealed from whatsapp_web_inbox where instance = ? and seq > ? order by seq limit ?',
  );
  const remove = database.query<unknown, [number]>('delete from whatsapp_web_inbox where seq = ?');
  const removeAll = database.transaction((seqs: readonly number[]) => seqs.forEach((seq) => remove.run(seq)));
  const instances = database.query<{ instance: string }, []>('select distinct instance from whatsapp_web_inbox');

  /** Empty for a row that cannot be opened, so that it is removed and does not block others. */
  const opened = (instanceId: string, seq: number, sealed: string): DriverEvent[] => {
    try {
      // Only `add` writes rows, and the seal proves it.
      return fromWire(sealer.open(sealed, locationOf(instanceId))) as DriverEvent[];
    } catch (error) {
      unreadable(seq, error);
      return [];
    }
  };

  return {
    add(instanceId, events) {
      const row = insert.get(instanceId, sealer.seal(toWire(events), locationOf(instanceId)), Date.now());
      if (row === null) throw new Error('The inbox did not number a row.');
      return row.seq;
    },
    read: (instanceId, after, limit) =>
      select.all(instanceId, after, limit).map(({ seq, sealed }) => ({ seq, events: opened(instanceId, seq, sealed) })),
    remove: (seqs) => removeAll.immediate(seqs),
    instances: () => instances.all().map(({ instance }) => instance),
    close: () => database.close(),
  };
}

const locationOf = (instanceId: string) => ({ table: 'whatsapp_web_inbox', id: instanceId, column: 'events' });
