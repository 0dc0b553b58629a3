import type { ErrorCode } from '../../shared/errors';
import { ApiError } from '../errors';
import type { WhatsAppContext } from './context';
import { ProviderRefusal } from './drivers/driver';
import type { InstanceRow } from './work-types';

const CODES: Record<ProviderRefusal['kind'], ErrorCode> = {
  refused: 'unprocessable',
  rate_limited: 'rate_limited',
  unavailable: 'upstream_error',
  no_socket: 'unavailable',
  timeout: 'upstream_timeout',
};
/** When the provider names no time. */
const PAUSE_SECONDS = 60;

export async function askProvider<T>(
  ctx: Pick<WhatsAppContext, 'whatsapp'>,
  instance: InstanceRow,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    if (error.effects.length > 0) await ctx.whatsapp.report(instance.id, error.effects);
    throw problemOf(error);
  }
}

function problemOf({ kind, error }: ProviderRefusal): ApiError {
  const seconds = Math.ceil((error.retry_after_ms ?? PAUSE_SECONDS * 1000) / 1000);
  return new ApiError(CODES[kind], {
    detail: error.message,
    ...(kind === 'refused'
      ? { errors: [{ in: 'body' as const, pointer: '', code: error.code, message: error.message }] }
      : {}),
    ...(error.provider ? { extra: { provider: error.provider } } : {}),
    ...(kind === 'rate_limited' || kind === 'no_socket'
      ? { headers: { 'Retry-After': String(Math.max(1, seconds)) } }
      : {}),
  });
}
