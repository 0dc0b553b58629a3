import type { Database } from '../../db/database';
import { engine } from '../../db/engine';
import type { Log } from '../../log';
import { announce } from '../system/nodes';

const CHANNEL = 'switchboard_delivery';
const MERGED_MS = 10;
/** PostgreSQL takes notices of less than 8,000 bytes. */
const MOST_BYTES = 7900;

interface NoticesOptions {
  /** Its own notices come back to it. */
  me: string;
  database: Database;
  log: Log;
  /** Deliveries of these webhooks are due, says another process. */
  due: (webhookNos: readonly number[]) => void;
  /** These webhooks changed. */
  changed: (webhookNos: readonly number[]) => void;
  /** Notices were lost, or too many came together: look for yourself. */
  missed: () => void;
}

interface Notice {
  by: string;
  d?: number[];
  w?: number[];
  all?: true;
}

/** Hints between the processes of one PostgreSQL. All of them may be lost: each process looks for itself as well. */
export function createNotices({ me, database, log, due, changed, missed }: NoticesOptions) {
  const waiting = { due: new Set<number>(), changed: new Set<number>() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave: (() => Promise<void>) | undefined;

  const send = async (): Promise<void> => {
    timer = undefined;
    const notice: Notice = { by: me, d: [...waiting.due], w: [...waiting.changed] };
    waiting.due.clear();
    waiting.changed.clear();
    const text = JSON.stringify(notice);
    try {
      await announce(database, CHANNEL, text.length < MOST_BYTES ? text : JSON.stringify({ by: me, all: true }));
    } catch (error) {
      log.warn({ err: error }, 'delivery notification not sent to other processes');
    }
  };
  const queue = (set: Set<number>, nos: readonly number[]): void => {
    if (engine === 'sqlite' || nos.length === 0) return;
    for (const no of nos) set.add(no);
    timer ??= setTimeout(() => void send(), MERGED_MS);
  };

  const onNotification = (text: string): void => {
    const { by, d = [], w = [], all } = JSON.parse(text) as Notice;
    if (by === me) return;
    if (all) missed();
    due(d);
    changed(w);
  };

  return {
    async start(): Promise<void> {
      leave = await database.listen(CHANNEL, onNotification, missed);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      await leave?.();
    },
    due: (nos: readonly number[]): void => queue(waiting.due, nos),
    changed: (nos: readonly number[]): void => queue(waiting.changed, nos),
  };
}
