import { ApiError } from '../../errors';
import { Refused } from './refusal';

/** Converts an error of the request into a refusal and rethrows all others. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof ApiError && error.code === 'rate_limited') {
    return new Refused('quota_exceeded', {
      message: error.message,
      ...(error.details.headers ? { headers: error.details.headers } : {}),
    });
  }
  if (isStorageFault(error)) return new Refused('storage_unavailable', { headers: { 'Retry-After': '1' } });
  throw error;
}

const isStorageFault = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'Unavailable' || error.name === 'Overloaded');

/** The same request can succeed later. */
export const isTemporary = (error: unknown): boolean =>
  isStorageFault(error) || (error instanceof ApiError && (error.status >= 500 || error.code === 'rate_limited'));
