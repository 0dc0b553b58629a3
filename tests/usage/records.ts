import { EVENT_PORTS } from '../../server/event-ports';
import { createHub } from '../../server/events/hub';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { createRecorder } from '../../server/usage/create-recorder';
import type { RequestRecord } from '../../server/usage/recorder';
import { newId } from '../../shared/ids';
import { database } from '../support/app';

/** A recorder by itself, as one more process would have, at a time that the test sets. */
export function recorderAt(clock: { ms: number }) {
  const recorder = createRecorder({
    hub: createHub(EVENT_PORTS),
    store: database,
    log: createLog('silent'),
    metrics: createMetrics(),
    now: () => new Date(clock.ms),
    monotonic: () => clock.ms,
  });
  return { ...recorder, record: (request: RequestRecord) => recorder.record(request, () => request) };
}

/** One answered request, as the doors record it. */
export const answered = (of: Pick<RequestRecord, 'workspaceId' | 'keyId'> & Partial<RequestRecord>): RequestRecord => ({
  id: newId('req'),
  method: 'GET',
  path: '/api/v1/me',
  operationId: 'me_get',
  surface: 'getting-started',
  status: 200,
  code: null,
  durationMs: 1,
  origin: { ip: '127.0.0.1', peer: '127.0.0.1', userAgent: 'test', headers: new Headers() },
  clientRequestId: null,
  replayed: false,
  requestBody: null,
  responseBody: null,
  ...of,
});
