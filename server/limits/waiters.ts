import { MAX_WAITING } from '../../shared/limits';
import { ApiError } from '../errors';

/** An empty answer would make the client poll in a loop. */
export const tooManyWaiting = (): ApiError =>
  new ApiError('rate_limited', {
    detail: `At most ${MAX_WAITING} requests of this workspace can wait at once. Repeat the request after \`Retry-After\`, or without \`wait_seconds\`.`,
    headers: { 'Retry-After': '1' },
  });
