import { ApiError } from '../../errors';
import { Refused } from './refused';

/** Whatever stopped a request, as a refusal of ours; what is no fault of the request’s is thrown on. */
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

/** The database cannot answer right now, or has too much to do. */
export const isStorageFault = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'Unavailable' || error.name === 'Overloaded');

/** The same can succeed a little later. */
export const isPassing = (error: unknown): boolean =>
  isStorageFault(error) || (error instanceof ApiError && (error.status >= 500 || error.code === 'rate_limited'));
