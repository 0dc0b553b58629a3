import type { InstanceChange } from '../../../shared/whatsapp/instance-inputs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import type { WhatsAppContext } from '../context';
import type { ConnectOutcome } from '../drivers/driver';
import { requireDriver } from '../provider';
import { waCloudApps } from '../schema/instances';
import { whatsappSealer } from '../sealed';
import type { InstanceRow } from '../work';
import { appOf, hintOf, setVerifyToken } from './cloud-app';
import { requireBase } from './columns';
import { requireFreeNumber } from './create';

type CloudChange = NonNullable<InstanceChange['cloud']>;

/** Credentials that Meta took. */
export interface Tried {
  columns: Partial<InstanceRow>;
  /** Undefined where nothing changed that Meta had to be asked about. */
  outcome: ConnectOutcome | undefined;
}

/** A provider is asked for no longer. */
const TRY_SECONDS = 40;

/**
 * Tries new credentials, outside of any transaction. A stored token goes to no other address than the one that it was
 * given for. Throws 422 for what Meta does not take, 502 when it could not be asked.
 */
export async function tryCredentials(ctx: WhatsAppContext, row: InstanceRow, change: CloudChange): Promise<Tried> {
  if (row.driver !== 'cloud') {
    throw fieldError('unprocessable', '/cloud', 'invalid', 'Is only allowed with the driver `cloud`.');
  }
  const columns = columnsOf(ctx, row, change);
  const isAsked = Object.keys(columns).some((name) => name !== 'wabaId' && name !== 'tokenHint');
  if (!isAsked) return { columns, outcome: undefined };

  if (row.tokenSealed === null && change.access_token === undefined)
    throw tokenNeeded('`access_token` is required, because the stored token was deleted.');
  const driver = requireDriver(ctx, 'cloud');
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

/** The columns that differ. */
function columnsOf(ctx: WhatsAppContext, row: InstanceRow, change: CloudChange): Partial<InstanceRow> {
  const { access_token: token } = change;
  const baseUrl = change.base_url === undefined ? undefined : requireBase(ctx, change.base_url);
  if (baseUrl !== undefined && baseUrl !== row.baseUrl && token === undefined) {
    throw tokenNeeded('`access_token` is required when `base_url` changes.');
  }
  const given: Partial<InstanceRow> = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(change.phone_number_id === undefined ? {} : { phoneNumberId: change.phone_number_id }),
    ...(change.waba_id === undefined ? {} : { wabaId: change.waba_id, templatesSyncedAt: null }),
    ...(change.graph_version === undefined ? {} : { graphVersion: change.graph_version }),
    ...(token === undefined
      ? {}
      : { tokenSealed: whatsappSealer(ctx.secretKey).seal('token', row.id, token), tokenHint: hintOf(token) }),
  };
  const entries = Object.entries(given) as [keyof InstanceRow, never][];
  return Object.fromEntries(entries.filter(([name, value]) => row[name] !== value)) as Partial<InstanceRow>;
}

/** What the transaction adds: the app with its secrets, a number that nobody else has. The workspace is locked. */
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
