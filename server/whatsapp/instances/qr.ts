import { matrixOf, svgOf } from '../../../shared/links/qr';
import { QrLook } from '../../../shared/links/qr-inputs';
import type { Qr } from '../../../shared/whatsapp/instance-answers';
import type { GetQr } from '../../../shared/whatsapp/instance-inputs';
import { ApiError } from '../../errors';
import { watchByRights } from '../../events/log/watch';
import { tooManyWaiting } from '../../limits/charge';
import { drawQr } from '../../qr/code';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import type { Pairing } from '../engine-types';
import type { InstanceRow } from '../work-types';
import { requireInstance } from './find';

const POLL_MS = 500;
const TYPES = { 'image/svg+xml': 'svg', 'image/png': 'png' } as const;

const look = (format: 'svg' | 'png'): QrLook => QrLook.parse({ format, error_correction: 'L' });

export function presentQr({ raw, attempt, maxAttempts, expiresAt }: Pairing): Qr {
  const svg = svgOf(matrixOf(raw, 'L'), look('svg'));
  return {
    raw,
    data_url: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    expires_at: expiresAt.toISOString(),
    attempt,
    max_attempts: maxAttempts,
  };
}

export function notPairing({ status }: Pick<InstanceRow, 'status'>): ApiError {
  const isSoon = status === 'connecting' || status === 'pairing';
  return new ApiError('invalid_state', {
    detail: isSoon
      ? 'The QR code is not ready yet. Try again, or use `wait_seconds`.'
      : `The instance is ${status}: it has a QR code only while it is \`pairing\`.`,
    ...(isSoon ? { headers: { 'Retry-After': '1' } } : {}),
  });
}

/** Waits for a code newer than `after_attempt`. Throws 409 `invalid_state` when none will follow. */
export async function readQr(ctx: WhatsAppContext, input: GetQr): Promise<Qr> {
  const found = await waited(ctx, input);
  const code = presentQr(found);
  const type = wantedType(ctx.origin.headers.get('accept'));
  if (type !== undefined) {
    const file = drawQr(found.raw, look(TYPES[type]));
    ctx.reply.raw = { headers: { 'Content-Type': file.type, 'Cache-Control': 'no-store' }, body: file.body };
  }
  return code;
}

function wantedType(accept: string | null): keyof typeof TYPES | undefined {
  const first = accept?.split(',', 1)[0]?.split(';', 1)[0]?.trim().toLowerCase();
  return (Object.keys(TYPES) as (keyof typeof TYPES)[]).find((type) => type === first);
}

/** A code gives access to the account, so permissions are checked again after waiting. */
async function waited(ctx: WhatsAppContext, input: GetQr): Promise<Pairing> {
  const seat = input.wait_seconds > 0 ? ctx.limits.takeWaiter('pairing', ctx.workspaceId) : undefined;
  try {
    const found = await (seat ? whenPairing(ctx, input) : newPairing(ctx, input));
    const { row, pairing } = found;
    if (!pairing && input.wait_seconds > 0 && !seat && !isDecided(found)) throw tooManyWaiting();
    if (!pairing) throw notPairing(row);
    return pairing;
  } finally {
    seat?.();
  }
}

function whenPairing(ctx: WhatsAppContext, input: GetQr): ReturnType<typeof newPairing> {
  return watchByRights(ctx, {
    waitMs: input.wait_seconds * 1000,
    pollMs: POLL_MS,
    read: () => newPairing(ctx, input),
    isEnough: isDecided,
  });
}

const isDecided = ({ row: { status }, pairing }: Awaited<ReturnType<typeof newPairing>>): boolean =>
  pairing !== undefined || (status !== 'pairing' && status !== 'connecting');

async function newPairing(ctx: WhatsAppContext, { instance_id, after_attempt = 0 }: GetQr) {
  const row = await requireInstance(ctx, instance_id);
  requireCapability(row, 'instance.qr');
  const pairing = ctx.whatsapp.connections.pairing(row);
  return { row, pairing: pairing && pairing.attempt > after_attempt ? pairing : undefined };
}
