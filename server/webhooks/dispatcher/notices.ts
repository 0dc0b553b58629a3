import type { DispatcherContext } from './dispatcher-context';

const CHANNEL = 'switchboard_delivery';
const MERGE_WITHIN_MS = 10;
/** Hints of other processes may be lost. */
const SCAN_MS = { shared: 1000, alone: 5000 };
/** PostgreSQL limits the payload of a notification to 8,000 bytes. */
const MAX_BYTES = 7900;

interface NoticeHandlers {
  due: (webhookNos: readonly number[]) => void;
  changed: (webhookNos: readonly number[]) => void;
  /** Notifications were lost, or too many: read the database. */
  missed: () => void;
}

interface Notices {
  scanMs: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  due(webhookNos: readonly number[]): void;
  changed(webhookNos: readonly number[]): void;
}

interface Notice {
  by: string;
  d?: number[];
  w?: number[];
  all?: true;
}

const silent: Notices = { scanMs: SCAN_MS.alone, start: async () => {}, stop: async () => {}, due() {}, changed() {} };

/** All hints may be lost, since each process also polls. */
export function createNotices(
  { nodeId, database, log }: Pick<DispatcherContext, 'nodeId' | 'database' | 'log'>,
  { due, changed, missed }: NoticeHandlers,
): Notices {
  if (!database.isShared) return silent;
  const waiting = { due: new Set<number>(), changed: new Set<number>() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => Promise<void>) | undefined;

  const send = async (): Promise<void> => {
    timer = undefined;
    const notice: Notice = { by: nodeId, d: [...waiting.due], w: [...waiting.changed] };
    waiting.due.clear();
    waiting.changed.clear();
    const text = JSON.stringify(notice);
    try {
      await database.notify(CHANNEL, text.length < MAX_BYTES ? text : JSON.stringify({ by: nodeId, all: true }));
    } catch (error) {
      log.warn({ err: error }, 'delivery notification not sent to other processes');
    }
  };
  const queue = (set: Set<number>, nos: readonly number[]): void => {
    if (nos.length === 0) return;
    for (const no of nos) set.add(no);
    timer ??= setTimeout(() => void send(), MERGE_WITHIN_MS);
  };

  const onNotification = (text: string): void => {
    const { by, d = [], w = [], all } = JSON.parse(text) as Notice;
    // A process receives its own notifications too.
    if (by === nodeId) return;
    if (all) missed();
    due(d);
    changed(w);
  };

  return {
    scanMs: SCAN_MS.shared,
    async start(): Promise<void> {
      stopListening = await database.listen(CHANNEL, onNotification, missed);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      await stopListening?.();
    },
    due: (nos: readonly number[]): void => queue(waiting.due, nos),
    changed: (nos: readonly number[]): void => queue(waiting.changed, nos),
  };
}
