import { timingSafeEqual } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Database } from '../../db/database';
import { ApiError } from '../../errors';
import { createQuota } from '../../limits/quota';
import { sha256Hex } from '../../secrets/tokens';
import { isSignedBy } from '../drivers/cloud/signature';
import { countWaitingBytes } from '../queries/ingress';
import { whatsappSealer } from '../sealed';
import { findCloudApp, markVerified } from '../system/ingress';
import { createIngressMetrics } from './metrics';
import { rawColumn } from './process';
import { createRawStore } from './raw-store';
import type { Ingress, IngressApp } from './types';
import { createIngressQueue, type IngressQueueOptions } from './worker';

const TOKEN = /^[\w-]{43}$/;
/** Cache time of apps, whose secrets never change. */
const KNOWN_MS = 5000;

/** Notifications are stored before Meta gets an answer, and processed afterwards. */
export function createIngress(options: Omit<IngressQueueOptions, 'ingressMetrics'>) {
  const { work, database } = options;
  const { whatsappBacklogMax } = work.config;
  const ingressMetrics = createIngressMetrics(work.metrics);
  const queue = createIngressQueue({ ...options, ingressMetrics });
  const raw = createRawStore(database, (workspaceIds) => workspaceIds.forEach((id) => queue.wake(id)));
  /** A backlog of one workspace must not fill the disk. */
  const reserve = createQuota(async (store: Database, workspaceId) => {
    const uncommitted = raw.bytesOf(workspaceId);
    return uncommitted + (await countWaitingBytes(store, workspaceId));
  });
  const sealer = whatsappSealer(work.secretKey);
  const known = new LRUCache<string, IngressApp>({ max: 1000, ttl: KNOWN_MS });

  const ingress: Ingress = {
    async find(token) {
      if (!TOKEN.test(token)) return undefined;
      const found = known.get(token);
      if (found !== undefined) return found;
      const row = await findCloudApp(database, token);
      if (row === undefined) return undefined;
      const { id, workspaceId, secretSealed } = row;
      const app = { id, workspaceId, secret: sealer.open('appSecret', id, secretSealed) };
      known.set(token, app);
      return app;
    },

    async verify(token, given) {
      const app = TOKEN.test(token) ? await findCloudApp(database, token) : undefined;
      if (app === undefined) return 'unknown';
      if (given === null || !isSame(given, sealer.open('verifyToken', app.id, app.verifyTokenSealed))) return 'wrong';
      await markVerified(database, app.id, work.now());
      return 'right';
    },

    isSigned: ({ secret }, body, header) => isSignedBy(secret, body, header),

    async keep({ id: appId, workspaceId }, body) {
      const bodyHash = new Bun.CryptoHasher('sha256').update(body).digest('hex');
      const sealed = sealer.seal('notification', rawColumn({ appId, bodyHash }), new TextDecoder().decode(body));
      const order = { more: sealed.length, limit: whatsappBacklogMax };
      if (!(await reserve(database, workspaceId, order))) {
        // Meta retries for a week.
        const detail = `The backlog of notifications is larger than ${whatsappBacklogMax} bytes. Try again later, or raise WHATSAPP_BACKLOG_MAX.`;
        throw new ApiError('overloaded', { detail, headers: { 'Retry-After': '60' } });
      }
      await raw.keep({ workspaceId, appId, bodyHash, sealed, at: work.now() });
    },

    note: ingressMetrics.notification,
  };
  return { queue, ingress };
}

const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(wanted)));
