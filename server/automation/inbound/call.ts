import type { WorkspaceContext } from '../../context';
import type { FoundEndpoint } from '../system/endpoints';

export type { EndpointRow, FoundEndpoint } from '../system/endpoints';
import type { KeyActor, RequestOrigin } from '../../actor';

export interface InboundCall {
  endpointId: string;
  token: string | undefined;
  method: string;
  /** As the sender wrote it, relative to the base URL, with its query. */
  target: string;
  query: string;
  headers: Headers;
  origin: RequestOrigin;
  requestId: string;
  /** At most `max` bytes. Throws 413. */
  readBody: (max: number) => Promise<Uint8Array>;
  holdOpen: (seconds: number) => void;
  signal: () => AbortSignal;
  /** The result of the guard for a call with an API key. */
  caller: (WorkspaceContext & { actor: KeyActor }) | undefined;
}

export interface AuthenticatedCall {
  call: InboundCall;
  endpoint: FoundEndpoint;
  bytes: Uint8Array;
  contentType: string;
}
