import { eq } from 'drizzle-orm';

import { changeConnection } from '../connections/connection-state';
import type { DriverPasskeyEvent } from '../drivers/driver-events';
import { waInstances } from '../schema/instances';
import { whatsappSealer } from '../sealed';
import type { Work } from '../work-types';

const REASONS = { requested: 'passkey_required', confirmation: 'passkey_confirmation' } as const;
const EVENTS = {
  requested: 'whatsapp.instance.passkey_requested',
  confirmation: 'whatsapp.instance.passkey_confirmation',
} as const;

/** Stored sealed. */
export interface PasskeyState {
  step: DriverPasskeyEvent['step'];
  options: object | null;
  code: string | null;
  expiresAt: string;
}

export async function applyPasskey(work: Work, driverEvent: DriverPasskeyEvent): Promise<void> {
  const { generation, step, options = null, code = null, expiresAt } = driverEvent;
  const row = await changeConnection(work, { status: 'pairing', reason: REASONS[step], generation });
  if (row === undefined) return;
  const state: PasskeyState = { step, options, code, expiresAt: expiresAt.toISOString() };
  await work.tx.update(waInstances, eq(waInstances.id, row.id), {
    passkeySealed: whatsappSealer(work.ctx.secretKey).seal('passkey', row.id, JSON.stringify(state)),
  });
  work.raise(EVENTS[step], { instance_id: row.id, expires_at: state.expiresAt });
}
