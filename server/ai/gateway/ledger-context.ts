import type { AiEndpoint } from '../../../shared/ai/endpoints';
import type { AiRequestSource } from '../../../shared/ai/requests';
import type { EventsContext } from '../../events/context';

export type LedgerContext = Pick<
  EventsContext,
  'afterOutage' | 'config' | 'db' | 'hub' | 'metrics' | 'node' | 'now' | 'requestId'
>;

export interface StartedCall {
  /** Of the HTTP request. */
  id: string;
  /** Empty for calls without a key. */
  keyId: string;
  source: AiRequestSource;
  endpoint: AiEndpoint;
  isStream: boolean;
  requestedModel: string;
  idempotencyKey: string | null;
  isFree: boolean;
  /** Upper bound, in millionths of a US dollar. */
  estimateMicroUsd: number;
}
