import { QrLook } from '../../../../shared/link-qr';
import { matrixOf, svgOf } from '../../../../shared/qr';
import type { Qr } from '../../../../shared/whatsapp/instance-answers';
import type { GetQr } from '../../../../shared/whatsapp/instance-inputs';
import type { WorkspaceContext } from '../../../context';
import { ApiError } from '../../../errors';
import type { Pairing } from '../../../whatsapp/engine-types';
import type { InstanceRow } from '../../../whatsapp/work';
import { refsOf } from '../../events/waiting';
import { drawQr } from '../../links/qr/code';
import { requireCapability } from '../capability';
import { requireInstance } from './find';

/** What other processes do comes to light by looking again this often. */
const LOOK_EVERY_MS = 500;
const MARGIN_SECONDS = 10;
const TYPES = { 'image/svg+xml': 'svg', 'image/png': 'png' } as const;

const look = (format: 'svg' | 'png'): QrLook => QrLook.parse({ format, ecc: 'L' });

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

/** There is nothing to scan. */
export function notPairing({ status }: Pick<InstanceRow, 'status'>): ApiError {
  const isSoon = status === 'connecting' || status === 'pairing';
  return new ApiError('invalid_state', {
    detail: isSoon
      ? 'The code is not there yet.'
      : `The instance is ${status}: there is a code to scan only while it is \`pairing\`.`,
    ...(isSoon ? { headers: { 'Retry-After': '1' } } : {}),
  });
}

/**
 * The code to scan: with `wait_seconds` once there is one, or one newer than `after_attempt`. Throws 409
 * `invalid_state` where there is none.
 */
export async function readQr(ctx: WorkspaceContext, input: GetQr): Promise<Qr> {
  const found = await waited(ctx, input);
  const code = presentQr(found);
  const type = wantedType(ctx.origin.headers.get('accept'));
  if (type !== undefined) {
    const file = drawQr(found.raw, look(TYPES[type]));
    ctx.reply.raw = { headers: { 'Content-Type': file.type, 'Cache-Control': 'no-store' }, body: file.body };
  }
  return code;
}

/** The picture that is asked for before anything else. */
function wantedType(accept: string | null): keyof typeof TYPES | undefined {
  const first = accept?.split(',', 1)[0]?.split(';', 1)[0]?.trim().toLowerCase();
  return (Object.keys(TYPES) as (keyof typeof TYPES)[]).find((type) => type === first);
}

async function waited(ctx: WorkspaceContext, input: GetQr): Promise<Pairing> {
  const { hub, signal } = ctx;
  const waitMs = input.wait_seconds * 1000;
  const deadline = performance.now() + waitMs;
  if (waitMs > 0) ctx.holdOpen?.(input.wait_seconds + MARGIN_SECONDS);
  let wake: () => void = nothing;
  const ring = (): void => wake();
  const leave = hub.subscribe(ctx.workspaceId, ring);
  const refs = refsOf(ctx);
  let isRevoked = false;
  const check = (): void => {
    isRevoked = true;
    ring();
  };
  const forget = ctx.auth.onChange(({ ref }) => refs.includes(ref) && check(), check);
  hub.closing.addEventListener('abort', ring);
  signal?.addEventListener('abort', ring);
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      // A code opens the account: whoever waits for it is judged anew when rights change.
      if (isRevoked) {
        const detail = 'Rights have changed; ask again.';
        throw new ApiError('unavailable', { detail, headers: { 'Retry-After': '1' } });
      }
      const row = await requireInstance(ctx, input.instance_id);
      requireCapability(row, 'instance.qr');
      const pairing = ctx.whatsapp.connections.pairing(row);
      if (pairing && pairing.attempt > (input.after_attempt ?? 0)) return pairing;
      const left = deadline - performance.now();
      const isOver = left <= 0 || hub.closing.aborted || signal?.aborted === true;
      if (isOver || (row.status !== 'pairing' && row.status !== 'connecting')) throw notPairing(row);
      await rest(woken, Math.min(left, LOOK_EVERY_MS));
    }
  } finally {
    leave();
    forget();
    hub.closing.removeEventListener('abort', ring);
    signal?.removeEventListener('abort', ring);
  }
}

const nothing = (): void => {};

async function rest(woken: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([woken, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
