import type { KeyActor, Origin } from '../../context';
import type { AutomationCall } from '../context';
import type { FoundEndpoint } from '../system/endpoints';

export type { EndpointRow, FoundEndpoint } from '../system/endpoints';

/** A call of an endpoint’s URL, as the transport hands it in. */
export interface InboundCall {
  endpointId: string;
  /** What follows the id in the path. */
  token: string | undefined;
  method: string;
  /** As the sender wrote it, below the base URL; with the query. */
  target: string;
  query: string;
  headers: Headers;
  origin: Origin;
  requestId: string;
  /** The body, at most so many bytes of it. Throws 413. */
  readBody: (most: number) => Promise<Uint8Array>;
  /** Keeps the connection open without an answer. */
  holdOpen: (seconds: number) => void;
  signal: AbortSignal;
  /** Of a call with an API key: what the guard made of it. */
  caller: (AutomationCall & { actor: KeyActor }) | undefined;
}

/** A call whose sender is known. */
export interface AdmittedCall {
  call: InboundCall;
  endpoint: FoundEndpoint;
  bytes: Uint8Array;
  contentType: string;
}
