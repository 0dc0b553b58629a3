import { randomBytes } from 'node:crypto';

import { SQL } from 'bun';

import type { Pool } from './postgres-pool';

const ECHO_EVERY_MS = 2000;

interface Subscription {
  channel: string;
  hear: (text: string) => void;
  ready: () => void;
}

/**
 * Subscriptions to channels, on a connection of their own. It receives only, so a connection that was lost without a
 * word looks like one on which nothing happens: a notice to itself tells them apart.
 */
export function createListener(url: string, pool: Pool) {
  const subscriptions = new Set<Subscription>();
  const echoChannel = `switchboard_echo_${randomBytes(8).toString('hex')}`;
  let client = connect();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isHeard = true;
  /** Behind a pooler that shares connections between transactions no notice ever arrives. */
  let wasEverHeard = false;

  function connect(): SQL {
    return new SQL({ url, max: 1 });
  }

  const listenOn = (own: SQL, { channel, hear, ready }: Subscription) =>
    own.listen(
      channel,
      (text) => {
        wasEverHeard = true;
        hear(text);
      },
      ready,
    );

  const listenForEcho = (own: SQL) =>
    own.listen(echoChannel, () => {
      isHeard = true;
      wasEverHeard = true;
    });

  const restart = async (): Promise<void> => {
    const [old, own] = [client, connect()];
    client = own;
    isHeard = true;
    void old.close({ timeout: 0 });
    // What fails here is found again by the echo that stays away.
    await Promise.allSettled([listenForEcho(own), ...[...subscriptions].map((one) => listenOn(own, one))]);
  };

  const check = async (): Promise<void> => {
    if (!isHeard && wasEverHeard) return restart();
    isHeard = false;
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
        // Without a database the pool says so, and starts this again.
        timer = setInterval(() => void check().catch(() => (isHeard = true)), ECHO_EVERY_MS);
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
