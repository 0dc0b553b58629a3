import { randomBytes } from 'node:crypto';

import { and, eq, isNull } from 'drizzle-orm';

import { newId } from '../../../../shared/ids';
import type { ScopedDb } from '../../../db/scoped';
import { fieldError } from '../../../errors';
import { base62Token, sha256Hex } from '../../../secrets/tokens';
import type { WhatsAppContext } from '../../context';
import { waCloudApps, waInstances } from '../../schema/instances';
import { whatsappSealer } from '../../sealed';

type AppRow = typeof waCloudApps.$inferSelect;

const TOKEN_BYTES = 32;
const HINT = 4;
/** The last characters of a shorter secret would reveal too much. */
const MIN_HINTED = 12;

export const hintOf = (secret: string): string => (secret.length < MIN_HINTED ? '' : secret.slice(-HINT));

/** One app per workspace and secret; a given verify token replaces the app’s. Requires the lock on the workspace. */
export async function appOf(
  ctx: WhatsAppContext,
  tx: ScopedDb,
  secret: string,
  verifyToken: string | undefined,
): Promise<AppRow> {
  const secretHash = sha256Hex(secret);
  const [found] = await tx.select(waCloudApps, { where: eq(waCloudApps.secretHash, secretHash), limit: 1 });
  if (found) return verifyToken === undefined ? found : setVerifyToken(ctx, tx, found, verifyToken);

  const now = ctx.now();
  const id = newId('wca');
  const sealer = whatsappSealer(ctx.secretKey);
  const token = verifyToken ?? base62Token(TOKEN_BYTES);
  return tx.insert(waCloudApps, {
    id,
    secretHash,
    secretSealed: sealer.seal('appSecret', id, secret),
    verifyTokenSealed: sealer.seal('verifyToken', id, token),
    verifyTokenHint: hintOf(token),
    ingressToken: randomBytes(TOKEN_BYTES).toString('base64url'),
    createdAt: now,
    updatedAt: now,
  });
}

export async function setVerifyToken(
  ctx: WhatsAppContext,
  tx: ScopedDb,
  app: AppRow,
  verifyToken: string,
): Promise<AppRow> {
  const sealer = whatsappSealer(ctx.secretKey);
  if (sealer.open('verifyToken', app.id, app.verifyTokenSealed) === verifyToken) return app;
  const [changed = app] = await tx.update(waCloudApps, eq(waCloudApps.id, app.id), {
    verifyTokenSealed: sealer.seal('verifyToken', app.id, verifyToken),
    verifyTokenHint: hintOf(verifyToken),
    verifiedAt: null,
    updatedAt: ctx.now(),
  });
  return changed;
}

export async function dropUnusedApp(tx: ScopedDb, appId: string): Promise<void> {
  const isUsed = and(eq(waInstances.appId, appId), isNull(waInstances.deletedAt));
  if ((await tx.count(waInstances, isUsed)) > 0) return;
  await tx.update(waInstances, eq(waInstances.appId, appId), { appId: null });
  await tx.delete(waCloudApps, eq(waCloudApps.id, appId));
}

/** Requires the lock on the workspace. Throws 409. */
export async function requireFreeNumber(tx: ScopedDb, phoneNumberId: string): Promise<void> {
  const isTaken = and(eq(waInstances.phoneNumberId, phoneNumberId), isNull(waInstances.deletedAt));
  if ((await tx.count(waInstances, isTaken)) === 0) return;
  throw fieldError(
    'conflict',
    '/cloud/phone_number_id',
    'duplicate',
    'Another instance of the workspace already has this number. Update that instance instead.',
  );
}
