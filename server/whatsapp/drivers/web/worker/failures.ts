import type { CallFailure } from '../protocol';
import { CallError } from './call-error';

/** What a thrown error of a call means; the library’s own carry an HTTP-like code. */
export function callFailureOf(error: unknown): CallFailure {
  if (error instanceof CallError) return error.failure;
  const code = answeredCodeOf(error) ?? statusCodeOf(error);
  if (code === 408) return { kind: 'timeout', code: 'provider_unavailable', details: null };
  if (code === 429) return { kind: 'rate_limited', code: 'provider_rate_limited', details: null };
  if (code !== undefined && code >= 400 && code < 500 && code !== 428)
    return { kind: 'refused', code: 'provider_rejected', details: `WhatsApp answered ${code}.` };
  return { kind: 'unavailable', code: 'provider_unavailable', details: null };
}

export function statusCodeOf(error: unknown): number | undefined {
  const output = typeof error === 'object' && error !== null && 'output' in error ? error.output : undefined;
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined;
  return typeof output.statusCode === 'number' ? output.statusCode : undefined;
}

export const answeredCodeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'data' in error && typeof error.data === 'number'
    ? error.data
    : undefined;

/** Name and position of an error. Its message may quote what someone sent, or a key. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { error: error.name, ...code, at: frames.slice(0, 4).map((line) => line.trim()) };
}
