/**
 * The purpose of a request. Exceptions for private networks apply to `webhook` only, since a `download` returns its
 * content to the user. A `verification` may reach this service itself. A `provider` is https, or on this machine where
 * the operator allows it.
 */
export type Purpose = 'webhook' | 'download' | 'verification' | 'provider';

/** In wire order. Names in responses are lower-case. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface Target {
  /** With `EGRESS_PROXY` the name itself: the proxy resolves it. */
  address: string;
  family: 4 | 6;
  port: number;
  tls: boolean;
  /** The name that the certificate must be valid for, without brackets or trailing dot. */
  servername: string;
  host: string;
  path: string;
  /** Allowed only by an exception: headers and body of responses are withheld by default. */
  isPrivate: boolean;
}

/** Targets in the order of attempts; the next one only if no connection was made. */
interface Vetted {
  targets: readonly [Target, ...Target[]];
  /** Time of name resolution; null for a literal address or a cached answer. */
  dnsMs: number | null;
}

export interface Limits {
  connectMs: number;
  /** The whole attempt; `Egress` includes name resolution. */
  totalMs: number;
  headBytes: number;
  /** Maximum size of the body; beyond it the socket is closed. */
  readBytes: number;
  /** Bytes of the body kept in `Answer.body`. */
  keepBytes: number;
  bodyMs: number;
}

/** Milliseconds; null for phases that did not happen, such as connect on a reused socket. */
export interface Timings {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
}

export interface Answer {
  status: number;
  headers: HeaderList;
  /** The first `keepBytes`, not decompressed. */
  body: Uint8Array;
  bodyBytes: number;
  /** The body is longer than what was kept. */
  truncated: boolean;
  /** The body did not end: too large, too slow, or cut off. */
  incomplete: boolean;
  timings: Timings;
  /** Null behind a proxy, which alone knows it. */
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
  /** `close()` aborted the request. */
  | 'interrupted';

/** The phase in which an attempt failed; `guard` is before any connection. */
export type Phase = 'guard' | 'dns' | 'connect' | 'tls' | 'head';

interface WireFailure {
  phase: Phase;
  /** A sentence for the attempt log; it names the reason, never an internal address. */
  detail: string;
  timings: Timings;
  remoteIp?: string | null;
  reused?: boolean;
}

/** There was no complete head. After a head there is an `Answer`, `incomplete` where its body failed. */
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
  limits: Limits;
  /** The request is never repeated, so it uses a new connection or one that was active a moment ago. */
  single?: boolean | undefined;
  /** Receives the body of a 200 instead of `Answer.body`; a rejection makes the answer `incomplete`. */
  onBody?: ((chunk: Uint8Array) => Promise<void>) | undefined;
}

/** One request to one vetted address. Sends exactly `headers`, preceded by `host` and `content-length`. */
export interface Wire {
  /** Rejects only with `WireError`. */
  post(target: Target, headers: HeaderList, body: Uint8Array, limits: Limits): Promise<Answer>;
  get(target: Target, headers: HeaderList, limits: Limits): Promise<Answer>;
  send(target: Target, request: WireRequest): Promise<Answer>;
  /** Aborts running requests as `interrupted`, and closes every connection. */
  close(): void;
}

export interface Download extends Answer {
  /** The URL after redirects. */
  url: string;
}

/** The result of a check by text, without name resolution. */
export type UrlVerdict =
  | { ok: true; href: string }
  | { ok: false; code: 'invalid_url' | 'forbidden_target'; reason: string };

export interface Egress {
  /** Checks the text of a URL; resolves no name. */
  judge: (text: string, purpose: Purpose) => UrlVerdict;
  /** Resolves and checks a URL for one connection now. Rejects with `WireError`. */
  vet: (url: string, purpose: Purpose) => Promise<Vetted>;
  post: (url: string, purpose: Purpose, headers: HeaderList, body: Uint8Array, limits: Limits) => Promise<Answer>;
  /** Follows up to three redirects, each checked again. Rejects with `WireError`. */
  get: (url: string, headers: HeaderList, limits: Limits, onBody?: WireRequest['onBody']) => Promise<Download>;
  /** A single `verification` request without redirects. Rejects with `WireError`. */
  probe: (url: string, headers: HeaderList, limits: Limits) => Promise<Answer>;
  /** Calls a `provider` without redirects. Rejects with `WireError`. */
  call: (url: string, request: WireRequest) => Promise<Answer>;
  /** TXT records, each with its parts joined. Rejects with the resolver’s error. */
  txt: (name: string) => Promise<string[]>;
  close: () => void;
}
