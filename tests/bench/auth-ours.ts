import { authenticateKey } from '../../server/access/guard/key';
import { authenticateSession } from '../../server/access/guard/session';
import { apiKeys, apiKeySecrets } from '../../server/access/schema/keys';
import { readConfig } from '../../server/config/config';
import { queries } from '../../server/db/database';
import { requestOrigin } from '../../server/http/origin';
import { createLog } from '../../server/log';
import { keyHint, newKeySecret, sha256Hex } from '../../server/secrets/tokens';
import { createServices } from '../../server/services';
import { newId } from '../../shared/ids';
import { database } from '../support/app';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';
import type { AuthBench } from './auth-server';

/** Rows an INSERT. */
const BATCH = 500;

const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
const services = createServices(config, database, createLog(config.logLevel));
await services.start();
const workspaceId = await seedWorkspace();
const user = await seedUser();
await seedMember(workspaceId, user.id, 'owner');
const key = await seedKey(workspaceId);

const others: string[] = [];
for (let left = Number(process.env['KEYS'] ?? 1) - 1; left > 0; left -= BATCH)
  others.push(...(await storeKeys(Math.min(left, BATCH))));
let turn = 0;

export const bench: AuthBench = {
  cookie: user.cookieFor(config.baseUrl),
  key: key.secret,
  checks: {
    session: async (request) =>
      (await authenticateSession(services, requestOrigin(services, request, null))) !== undefined,
    key: async (request) => isKey(request, request.headers.get('authorization') ?? ''),
    // There are more of them than the cache holds: none is there when its turn comes again.
    next_key: async (request) => isKey(request, `Bearer ${others[turn++ % others.length]}`),
  },
};

async function isKey(request: Request, authorization: string): Promise<boolean> {
  const actor = await authenticateKey(services, requestOrigin(services, request, null), authorization);
  return actor.workspaceId === workspaceId;
}

async function storeKeys(count: number): Promise<string[]> {
  const now = new Date();
  const made = Array.from({ length: count }, () => ({ id: newId('key'), secret: newKeySecret('ak') }));
  const stored = made.map(({ id }) => ({
    id,
    workspaceId,
    kind: 'ak' as const,
    name: 'One of many',
    metadata: {},
    scopes: ['models:read' as const],
    resources: {},
    allowedCidrs: [],
    allowedOrigins: [],
    createdBy: { type: 'system' as const, id: 'bench', name: 'Bench' },
    createdAt: now,
    updatedAt: now,
  }));
  const secrets = made.map(({ id, secret }) => {
    return { hash: sha256Hex(secret), workspaceId, keyId: id, maskedSecret: keyHint(secret), createdAt: now };
  });
  await queries(database).insert(apiKeys).values(stored);
  await queries(database).insert(apiKeySecrets).values(secrets);
  return made.map(({ secret }) => secret);
}
