import { ERRORS } from '../../shared/errors';
import { newId } from '../../shared/ids';
import type { Services } from '../call-context';

/** Without dependencies that could fail. Bun’s own answer would show source and stack. */
export const lastResort =
  ({ log, config }: Pick<Services, 'log' | 'config'>) =>
  (error: unknown): Response => {
    const requestId = newId('req');
    log.error({ err: error, request_id: requestId }, 'request failed');
    const { title, status } = ERRORS.internal_error;
    const problem = {
      type: `${config.baseUrl}/user/api/docs/errors#internal_error`,
      title,
      status,
      detail: title,
      code: 'internal_error',
      request_id: requestId,
      retryable: true,
    };
    return new Response(JSON.stringify(problem), {
      status,
      headers: {
        'Content-Type': 'application/problem+json',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': requestId,
      },
    });
  };
