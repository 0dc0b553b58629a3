import { timingSafeEqual } from 'node:crypto';

import { ApiError } from '../../errors';
import { createRoom } from '../../limits/room';
import { sha256Hex } from '../../secrets/tokens';
import { isSignedBy } from '../drivers/cloud/signature';
import { whatsappSealer } from '../sealed';
import { countWaitingBytes, findCloudApp, markVerified } from '../system/ingress';
import { createIngressFigures } from './figures';
import { createRawStore } from './raw-store';
import type { Ingress, IngressApp } from './types';
import { rawPlace, type WorkOffContext } from './work-off';
import { createIngressWorker } from './worker';

const TOKEN = /^[\w-]{43}$/;
/** Secrets of an app never change, so only its end comes late. */
const KNOWN_MS = 5000;
const MOST_KNOWN = 1000;

/** One workspace whose notifications cannot be worked off fills no disk. */
const takeRoom = createRoom(countWaitingBytes);

interface Known {
  app: IngressApp;
  until: number;
}

/** What Meta tells: kept before it is answered, worked off after. */
export function createIngress(options: Omit<WorkOffContext, 'ahead' | 'figures'>, owns: () => boolean) {
  const { work, database } = options;
  const { whatsappBacklogMax } = work.config;
  const figures = createIngressFigures(work.metrics);
  const worker = createIngressWorker({ ...options, figures }, owns);
  const raw = createRawStore(database, worker.wake);
  const sealer = whatsappSealer(work.secretKey);
  const known = new Map<string, Known>();

  const ingress: Ingress = {
    async find(token) {
      if (!TOKEN.test(token)) return undefined;
      const found = known.get(token);
      if (found !== undefined && found.until > performance.now()) return found.app;
      const row = await findCloudApp(database, token);
      known.delete(token);
      if (row === undefined) return undefined;
      const { id, workspaceId, secretSealed } = row;
      const app = { id, workspaceId, secret: sealer.open('appSecret', id, secretSealed) };
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(token, { app, until: performance.now() + KNOWN_MS });
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
      const order = { more: body.length, most: whatsappBacklogMax };
      if (!(await takeRoom(database, workspaceId, order))) {
        // Meta comes again for a week.
        const detail = `The backlog of notifications is larger than ${whatsappBacklogMax} bytes. Try again later, or raise WHATSAPP_BACKLOG_MAX.`;
        throw new ApiError('overloaded', { detail, headers: { 'Retry-After': '60' } });
      }
      const bodyHash = new Bun.CryptoHasher('sha256').update(body).digest('hex');
      const sealed = sealer.seal('notification', rawPlace({ appId, bodyHash }), new TextDecoder().decode(body));
      await raw.keep({ workspaceId, appId, bodyHash, sealed, at: work.now() });
    },

    note: figures.notification,
  };
  return { ...worker, ingress };
}

/** In a time that tells nothing of either. */
const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(wanted)));
