/**
 * Only `webhook` may reach private networks, since a `download` returns content to the user. `verification` may reach
 * this service; `provider` is https, or this machine if the operator allows it.
 */
export type Purpose = 'webhook' | 'download' | 'verification' | 'provider';

/** In wire order. Names in responses are lower-case. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface ExchangeTarget {
  address: string;
  family: 4 | 6;
  port: number;
  tls: boolean;
  servername: string;
  host: string;
  path: string;
  /** Allowed only by an exception: headers and body of responses are withheld by default. */
  isPrivate: boolean;
}

interface CheckedTarget {
  targets: readonly [ExchangeTarget, ...ExchangeTarget[]];
  /** Time of name resolution; null for a literal address or a cached answer. */
  dnsMs: number | null;
}

export interface ExchangeLimits {
  connectMs: number;
  totalMs: number;
  headBytes: number;
  readBytes: number;
  collectBytes: number;
  bodyMs: number;
}

/** Null for phases that did not happen, such as connect on a reused socket. */
export interface Timings {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
}

export interface ExchangeAnswer {
  status: number;
  headers: HeaderList;
  body: Uint8Array;
  bodyBytes: number;
  truncated: boolean;
  incomplete: boolean;
  timings: Timings;
  /** Null behind a proxy, which alone knows the address. */
  remoteIp: string | null;
  reused: boolean;
  isPrivate: boolean;
}

export type WireCode =
  | 'timeout'
  | 'connect_timeout'
  | 'connect_refused'
  | 'connect_error'
  | 'connection_reset'
  | 'dns_error'
  | 'dns_timeout'
  | 'tls_error'
  | 'protocol_error'
  | 'header_overflow'
  | 'ssrf_blocked'
  | 'egress_proxy_error'
  | 'interrupted';

export type Phase = 'guard' | 'dns' | 'connect' | 'tls' | 'head';

interface WireFailure {
  phase: Phase;
  /** For the attempt log: must not contain an internal address. */
  detail: string;
  timings: Timings;
  remoteIp?: string | null;
  reused?: boolean;
}

/** No complete head was received. After a head there is an `Answer`, `incomplete` if its body failed. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: WireCode;
  readonly phase: Phase;
  readonly detail: string;
  readonly timings: Timings;
  readonly remoteIp: string | null;
  readonly reused: boolean;

  constructor(code: WireCode, failure: WireFailure) {
    super(`${code}: ${failure.detail}`);
    this.code = code;
    this.phase = failure.phase;
    this.detail = failure.detail;
    this.timings = failure.timings;
    this.remoteIp = failure.remoteIp ?? null;
    this.reused = failure.reused ?? false;
  }
}

export interface StreamedBody {
  length: number;
  chunks: () => AsyncIterable<Uint8Array>;
}

export interface WireRequest {
  method: 'GET' | 'POST' | 'DELETE';
  headers: HeaderList;
  body?: Uint8Array | StreamedBody | undefined;
  limits: ExchangeLimits;
  /** The request is never repeated, so it uses a new connection or one that was active a moment ago. */
  single?: boolean | undefined;
  /** Receives the body of a 200 instead of `Answer.body`; a rejection makes the answer `incomplete`. */
  onBody?: ((chunk: Uint8Array) => Promise<void>) | undefined;
}

export interface Wire {
  /** Rejects only with `WireError`. */
  post(target: ExchangeTarget, headers: HeaderList, body: Uint8Array, limits: ExchangeLimits): Promise<ExchangeAnswer>;
  get(target: ExchangeTarget, headers: HeaderList, limits: ExchangeLimits): Promise<ExchangeAnswer>;
  send(target: ExchangeTarget, request: WireRequest): Promise<ExchangeAnswer>;
  close(): void;
}

export interface Download extends ExchangeAnswer {
  url: string;
}

export type UrlCheck =
  | { ok: true; href: string }
  | { ok: false; code: 'invalid_url' | 'forbidden_target'; reason: string };

export interface Egress {
  check: (text: string, purpose: Purpose) => UrlCheck;
  /** Resolves and checks a URL for one connection now. Rejects with `WireError`. */
  vet: (url: string, purpose: Purpose) => Promise<CheckedTarget>;
  post: (
    url: string,
    purpose: Purpose,
    headers: HeaderList,
    body: Uint8Array,
    limits: ExchangeLimits,
  ) => Promise<ExchangeAnswer>;
  /** Follows up to three redirects, each checked again. Rejects with `WireError`. */
  get: (url: string, headers: HeaderList, limits: ExchangeLimits, onBody?: WireRequest['onBody']) => Promise<Download>;
  /** A single `verification` request without redirects. Rejects with `WireError`. */
  probe: (url: string, headers: HeaderList, limits: ExchangeLimits) => Promise<ExchangeAnswer>;
  /** Calls a `provider` without redirects. Rejects with `WireError`. */
  call: (url: string, request: WireRequest) => Promise<ExchangeAnswer>;
  /** Rejects with the resolver’s error. */
  txt: (name: string) => Promise<string[]>;
  close: () => void;
}

export const noTimings = (): Timings => ({
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  totalMs: 0,
});
