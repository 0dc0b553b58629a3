import { randomBytes } from 'node:crypto';

import { SQL } from 'bun';

import type { PostgresPool } from './pool';

const ECHO_EVERY_MS = 2000;

interface Subscription {
  channel: string;
  onNotification: (text: string) => void;
  ready: () => void;
}

/** A connection that only receives cannot detect its loss, so it sends itself notifications. */
export function createListener(url: string, pool: PostgresPool) {
  const subscriptions = new Set<Subscription>();
  const echoChannel = `switchboard_echo_${randomBytes(8).toString('hex')}`;
  let client = connect();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isEchoReceived = true;
  /** Behind a pooler in transaction mode no notification ever arrives, so reconnecting would not help. */
  let hasEverReceived = false;

  function connect(): SQL {
    return new SQL({ url, max: 1 });
  }

  const listenOn = (own: SQL, { channel, onNotification, ready }: Subscription) =>
    own.listen(
      channel,
      (text) => {
        hasEverReceived = true;
        onNotification(text);
      },
      ready,
    );

  const listenForEcho = (own: SQL) =>
    own.listen(echoChannel, () => {
      isEchoReceived = true;
      hasEverReceived = true;
    });

  const restart = async (): Promise<void> => {
    const [old, own] = [client, connect()];
    client = own;
    isEchoReceived = true;
    void old.close({ timeout: 0 });
    // The next check notices a failure here, since the echo is missing.
    await Promise.allSettled([listenForEcho(own), ...[...subscriptions].map((one) => listenOn(own, one))]);
  };

  const check = async (): Promise<void> => {
    if (!isEchoReceived && hasEverReceived) return restart();
    isEchoReceived = false;
    await pool.unsafe('select pg_notify($1, $2)', [echoChannel, '']).values();
  };

  pool.onReplaced(() => {
    if (subscriptions.size > 0) void restart();
  });

  return {
    async listen(subscription: Subscription): Promise<() => Promise<void>> {
      subscriptions.add(subscription);
      const own = client;
      const handle = await listenOn(own, subscription);
      if (timer === undefined) {
        // The pool reports an unreachable database and replaces the connection.
        timer = setInterval(() => void check().catch(() => (isEchoReceived = true)), ECHO_EVERY_MS);
        timer.unref();
        await listenForEcho(own);
      }
      return async () => {
        subscriptions.delete(subscription);
        if (own === client) await handle.unlisten();
      };
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await client.close({ timeout: 0 });
    },
  };
}
