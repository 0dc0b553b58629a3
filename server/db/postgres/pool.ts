import { randomBytes } from 'node:crypto';

import { SQL } from 'bun';

const CHECK_EVERY_MS = 100;
/** Without any answer for this time, a new connection probes the server. */
const SILENT_MS = 500;
const PROBE_MS = 1000;
/** Statements that wait longer are compared with what the server runs. */
const STUCK_MS = 10_000;
const STUCK_EVERY_MS = 1000;
const RECONNECT_EVERY_MS = 250;
const CONNECT_SECONDS = 10;
const STRIKES = 2;

export type Statements = Pick<SQL, 'unsafe'>;

export interface PostgresPool extends Statements {
  begin<T>(work: (connection: Statements) => Promise<T>): Promise<T>;
  onReplaced(listener: () => void): void;
  close(): Promise<void>;
}

interface PoolOptions {
  url: string;
  max: number;
  connection?: Record<string, string>;
}

interface Pending {
  since: number;
  hasConnection: boolean;
}

interface TransactionScope {
  isOver: boolean;
  pending: Set<Pending>;
}

interface Running {
  active: number;
  busy: number;
}

interface Deadline {
  at: number;
  pass: () => void;
}

/**
 * Milliseconds in which this process ran: between two ticks at most the time they should take. A starved or suspended
 * process reads answers late, which is not the silence of the server.
 */
function createAwakeClock() {
  const deadlines = new Set<Deadline>();
  let awake = 0;
  let tickedAt = performance.now();
  return {
    now: () => awake,
    tick() {
      const now = performance.now();
      awake += Math.min(now - tickedAt, CHECK_EVERY_MS);
      tickedAt = now;
      for (const deadline of deadlines) if (deadline.at <= awake) deadline.pass();
    },
    async within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
      const { promise, reject } = Promise.withResolvers<never>();
      const deadline: Deadline = {
        at: awake + milliseconds,
        pass: () => reject(new Error('The database does not respond.')),
      };
      deadlines.add(deadline);
      try {
        return await Promise.race([work, promise]);
      } finally {
        deadlines.delete(deadline);
      }
    },
  };
}

/** The driver has no deadline. If a probe fails, or the server runs none of the statements, they fail as lost. */
export function openPool({ url, max, connection = {} }: PoolOptions): PostgresPool {
  const pending = new Set<Pending>();
  const listeners: (() => void)[] = [];
  let current = create();
  let transactions = 0;
  const clock = createAwakeClock();
  let answers = 0;
  let answeredAt = clock.now();
  let stuckCheckAt = answeredAt;
  let strikes = 0;
  let isChecking = false;
  const state = { isClosed: false };

  function create(limits: { max?: number } = {}) {
    // The application name identifies the connections of one process, and of one pool, on the server.
    const name = `switchboard-${process.pid}-${randomBytes(8).toString('hex')}`;
    const options = { url, max, connectionTimeout: CONNECT_SECONDS, ...limits };
    return { name, client: new SQL({ ...options, connection: { ...connection, application_name: name } }) };
  }

  const noteAnswer = (): void => {
    answeredAt = clock.now();
    answers += 1;
  };

  const waitFor = (hasConnection: boolean, scope?: TransactionScope): (() => void) => {
    if (scope?.isOver) return () => {};
    const entry: Pending = { since: clock.now(), hasConnection };
    pending.add(entry);
    scope?.pending.add(entry);
    return () => {
      pending.delete(entry);
      scope?.pending.delete(entry);
      noteAnswer();
    };
  };

  const watched = (on: () => Statements, hasConnection: boolean, scope?: TransactionScope): Statements => {
    const start = <T extends PromiseLike<unknown>>(query: T): T => {
      const answered = waitFor(hasConnection, scope);
      query.then(answered, answered);
      return query;
    };
    const unsafe = (text: string, params?: unknown[]) => {
      const query = on().unsafe(text, params);
      return {
        values: () => start(query.values()),
        execute: () => start(query.execute()),
        // oxlint-disable-next-line unicorn/no-thenable -- a query is one
        then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
          start(query).then(resolve, reject),
      };
    };
    return { unsafe: unsafe as unknown as SQL['unsafe'] };
  };

  const countRunning = async (name: string): Promise<Running | undefined> => {
    const { client } = create({ max: 1 });
    try {
      const rows: [number, number][] = await clock.within(client.unsafe(RUNNING, [name]).values(), PROBE_MS);
      const [active, busy] = rows[0] ?? [0, 0];
      return { active, busy };
    } catch (error) {
      // A refusal is an answer, but says nothing about running statements.
      return isRefusal(error) ? { active: Infinity, busy: Infinity } : undefined;
    } finally {
      void client.close({ timeout: 0 });
    }
  };

  const replace = async (): Promise<void> => {
    const { name: lost, client } = current;
    await client.close({ timeout: 0 });
    while (!state.isClosed) {
      const next = create();
      try {
        // Statements of the lost connections must end before new ones start.
        await clock.within(next.client.unsafe(END, [lost]).values(), PROBE_MS);
        current = next;
        for (const listener of listeners) listener();
        return;
      } catch {
        await next.client.close({ timeout: 0 });
        await Bun.sleep(RECONNECT_EVERY_MS);
      }
    }
  };

  const check = async (): Promise<void> => {
    const now = clock.now();
    // When this pool’s transactions use all connections, statements wait for them and not for the server.
    const hasFree = transactions < max;
    const waiting = [...pending].filter((one) => one.hasConnection || hasFree);
    const oldest = waiting[0]?.since ?? Infinity;
    const isSilent = now - Math.max(oldest, answeredAt) > SILENT_MS;
    const isStuck = now - oldest > STUCK_MS && now - stuckCheckAt > STUCK_EVERY_MS;
    if (!isSilent && now - oldest <= STUCK_MS) strikes = 0;
    if (!isSilent && !isStuck) return;
    // Connections that open slowly are not lost; the driver limits their time.
    if (answers === 0) return;

    stuckCheckAt = now;
    const before = answers;
    const stuck = waiting.filter(({ since }) => now - since > STUCK_MS).length;
    const running = await countRunning(current.name);
    const hasAnswered = answers > before;
    if (running === undefined) return hasAnswered ? undefined : replace();
    const isLost = (running.active === 0 && !hasAnswered) || running.busy < Math.min(stuck, max);
    strikes = isLost ? strikes + 1 : 0;
    if (strikes < STRIKES) return;
    strikes = 0;
    await replace();
  };

  const timer = setInterval(() => {
    clock.tick();
    if (isChecking || pending.size === 0) return;
    isChecking = true;
    void check().finally(() => (isChecking = false));
  }, CHECK_EVERY_MS);
  timer.unref();

  return {
    ...watched(() => current.client, false),

    async begin(work) {
      const scope: TransactionScope = { isOver: false, pending: new Set() };
      const started = waitFor(false, scope);
      try {
        return await current.client.begin(async (inner) => {
          started();
          transactions += 1;
          try {
            return await work(watched(() => inner, true, scope));
          } finally {
            transactions -= 1;
            waitFor(true, scope);
          }
        });
      } finally {
        // The server may end a transaction while `work` still runs; later statements get no answer.
        scope.isOver = true;
        for (const entry of scope.pending) pending.delete(entry);
        noteAnswer();
      }
    },

    onReplaced: (listener) => void listeners.push(listener),

    async close() {
      state.isClosed = true;
      await current.client.close();
      clearInterval(timer);
    },
  };
}

/** Where the server does not track activities, each connection counts as busy. */
const RUNNING = `select count(*) filter (where state in ('active', 'fastpath function call', 'disabled'))::int,
  count(*) filter (where state <> 'idle')::int from pg_stat_activity where application_name = $1`;
const END = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`;

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && typeof (error as { errno?: unknown }).errno === 'string';
