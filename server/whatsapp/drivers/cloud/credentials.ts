import type { InstanceChange } from '../../../../shared/whatsapp/instance-inputs';
import type { ScopedDb } from '../../../db/scoped';
import { defined } from '../../../defined';
import { ApiError, fieldError } from '../../../errors';
import type { WhatsAppContext } from '../../context';
import { waCloudApps, type waInstances } from '../../schema/instances';
import { whatsappSealer } from '../../sealed';
import type { ConnectResult } from '../driver';
import { appOf, hintOf, requireFreeNumber, setVerifyToken } from './app';
import { validateBaseUrl } from './base-url';

type InstanceRow = typeof waInstances.$inferSelect;

type CloudChange = NonNullable<InstanceChange['cloud']>;

interface CredentialCheck {
  columns: Partial<InstanceRow>;
  /** Undefined when no change needs Meta. */
  outcome: ConnectResult | undefined;
}

const TRY_SECONDS = 40;

/** A stored token is only sent to its original address. Throws 422 when refused, 502 without an answer. */
export async function tryCredentials(
  ctx: WhatsAppContext,
  row: InstanceRow,
  change: CloudChange,
): Promise<CredentialCheck> {
  const columns = columnsOf(ctx, row, change);
  const needsCheck = Object.keys(columns).some((name) => name !== 'wabaId' && name !== 'tokenHint');
  if (!needsCheck) return { columns, outcome: undefined };

  if (row.tokenSealed === null && change.access_token === undefined)
    throw tokenNeeded('`access_token` is required, because the stored token was deleted.');
  const driver = ctx.whatsapp.driver('cloud');
  if (!driver) throw new ApiError('internal_error');
  ctx.holdOpen?.(TRY_SECONDS);
  const outcome = await driver.connect(ctx.whatsapp.reveal({ ...row, ...columns }));
  if (outcome.status === 'connected') return { columns, outcome };
  if (outcome.status !== 'failed')
    throw new ApiError('upstream_error', 'Meta did not answer. Nothing was changed; try again later.');
  const reason = outcome.reason ?? 'token_invalid';
  const pointer = reason === 'token_invalid' ? '/cloud/access_token' : '/cloud/phone_number_id';
  throw fieldError('unprocessable', pointer, reason, `Meta rejected the credentials: ${reason}. Nothing was changed.`);
}

const tokenNeeded = (message: string) => fieldError('unprocessable', '/cloud/access_token', 'required', message);

function columnsOf(ctx: WhatsAppContext, row: InstanceRow, change: CloudChange): Partial<InstanceRow> {
  const { access_token: token } = change;
  const baseUrl = change.base_url === undefined ? undefined : requireBase(ctx, change.base_url);
  if (baseUrl !== undefined && baseUrl !== row.baseUrl && token === undefined) {
    throw tokenNeeded('`access_token` is required when `base_url` changes.');
  }
  const given: Partial<InstanceRow> = {
    ...defined({ baseUrl, phoneNumberId: change.phone_number_id }),
    ...(change.waba_id === undefined ? {} : { wabaId: change.waba_id, templatesSyncedAt: null }),
    ...(change.graph_version === undefined ? {} : { graphVersion: change.graph_version }),
    ...(token === undefined
      ? {}
      : { tokenSealed: whatsappSealer(ctx.secretKey).seal('token', row.id, token), tokenHint: hintOf(token) }),
  };
  const entries = Object.entries(given) as [keyof InstanceRow, never][];
  return Object.fromEntries(entries.filter(([name, value]) => row[name] !== value)) as Partial<InstanceRow>;
}

/** Expects a locked workspace. */
export async function settleCredentials(
  ctx: WhatsAppContext,
  tx: ScopedDb,
  row: InstanceRow,
  change: CloudChange,
  columns: Partial<InstanceRow>,
): Promise<Partial<InstanceRow>> {
  if (
    columns.phoneNumberId !== undefined &&
    columns.phoneNumberId !== null &&
    columns.phoneNumberId !== row.phoneNumberId
  ) {
    await requireFreeNumber(tx, columns.phoneNumberId);
  }
  const { app_secret: secret, verify_token: verifyToken } = change;
  if (secret !== undefined) {
    const app = await appOf(ctx, tx, secret, verifyToken);
    return app.id === row.appId ? columns : { ...columns, appId: app.id };
  }
  if (verifyToken !== undefined && row.appId !== null) {
    await setVerifyToken(ctx, tx, await tx.require(waCloudApps, row.appId), verifyToken);
  }
  return columns;
}

/** Throws 422 for an address that the operator does not allow. */
export function requireBase({ config, egress }: WhatsAppContext, given: string): string {
  const check = validateBaseUrl(given, config.whatsappAllowCustomGraphUrl, egress.check);
  if (check.ok) return check.baseUrl;
  throw fieldError('unprocessable', '/cloud/base_url', 'invalid_url', check.reason);
}
