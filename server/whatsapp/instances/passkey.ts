import type { Instance } from '../../../shared/whatsapp/instance';
import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import type { AssertPasskey, PasskeyRequest } from '../../../shared/whatsapp/passkey';
import { audit } from '../../access';
import { ApiError, fieldError } from '../../errors';
import { parseObject, type JsonObject } from '../../json-object';
import type { PasskeyState } from '../apply/passkey';
import type { WhatsAppContext } from '../context';
import type { PasskeyCalls } from '../drivers/driver';
import { requireDriver } from '../provider';
import { askProvider } from '../refusal';
import { whatsappSealer } from '../sealed';
import type { InstanceRow } from '../work-types';
import { requireInstance } from './find';
import { instanceTarget, showInstance } from './show';

const HOLD_SECONDS = 60;
const AT_CLIENT_DATA = '/assertion/response/client_data_json';

/** Throws 409 `invalid_state` when WhatsApp does not wait for a passkey. */
export async function getPasskey(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<PasskeyRequest> {
  const { step, options, code, expiresAt } = pendingPasskey(ctx, await requireInstance(ctx, instance_id));
  return { step, options: options === null ? null : { ...options }, code, expires_at: expiresAt };
}

export async function assertPasskey(
  ctx: WhatsAppContext,
  { instance_id, assertion }: AssertPasskey,
): Promise<Instance> {
  const row = await requireInstance(ctx, instance_id);
  const pending = requireStep(pendingPasskey(ctx, row), 'requested');
  // A wrong answer may cost the account, so only an answer to WhatsApp’s own challenge is sent.
  requireChallenge(assertion.response.client_data_json, pending.options);
  const { id, response } = assertion;
  return answer(ctx, row, 'whatsapp.instance.passkey_asserted', (calls, instance) =>
    calls.assert(instance, {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        authenticatorData: response.authenticator_data,
        clientDataJSON: response.client_data_json,
        signature: response.signature,
        userHandle: response.user_handle,
      },
    }),
  );
}

export async function confirmPasskey(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Instance> {
  const row = await requireInstance(ctx, instance_id);
  requireStep(pendingPasskey(ctx, row), 'confirmation');
  return answer(ctx, row, 'whatsapp.instance.passkey_confirmed', (calls, instance) => calls.confirm(instance));
}

async function answer(
  ctx: WhatsAppContext,
  row: InstanceRow,
  action: string,
  ask: (calls: PasskeyCalls, instance: ReturnType<WhatsAppContext['whatsapp']['reveal']>) => Promise<void>,
): Promise<Instance> {
  const calls = requireDriver(ctx, row.driver).passkey;
  if (calls === undefined) throw new ApiError('internal_error');
  ctx.holdOpen?.(HOLD_SECONDS);
  await askProvider(ctx, row, () => ask(calls, ctx.whatsapp.reveal(row)));
  await ctx.db.transaction((tx) => audit(ctx, tx, action, instanceTarget(row)));
  return showInstance(ctx, ctx.db, await requireInstance(ctx, row.id));
}

function pendingPasskey(ctx: WhatsAppContext, { id, status, passkeySealed }: InstanceRow): PasskeyState {
  const state =
    status === 'pairing' && passkeySealed !== null
      ? // Only `applyPasskey` writes it, and the seal proves that.
        (JSON.parse(whatsappSealer(ctx.secretKey).open('passkey', id, passkeySealed)) as PasskeyState)
      : undefined;
  if (state === undefined || new Date(state.expiresAt) <= ctx.now())
    throw new ApiError('invalid_state', 'WhatsApp does not wait for a passkey of this instance.');
  return state;
}

function requireStep(state: PasskeyState, step: PasskeyState['step']): PasskeyState {
  if (state.step === step) return state;
  throw new ApiError('invalid_state', `The passkey is in the step \`${state.step}\`.`);
}

function requireChallenge(clientData: string, options: object | null): void {
  const wanted = options !== null && 'challenge' in options ? options.challenge : undefined;
  const { type, challenge } = parsed(clientData);
  if (type === 'webauthn.get' && typeof wanted === 'string' && challenge === wanted) return;
  throw fieldError('unprocessable', AT_CLIENT_DATA, 'invalid', 'Must answer the challenge of the request.');
}

const parsed = (encoded: string): JsonObject => parseObject(Buffer.from(encoded, 'base64url').toString()) ?? {};
