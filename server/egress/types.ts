/**
 * What an address is asked for. Exceptions for private networks hold for `webhook` alone: its answers go to a log, those
 * of a `download` back to the user. A `verification` may lead to this service itself: that is what it asks. A `provider`
 * is https, or on this machine where the operator allows that.
 */
export type Purpose = 'webhook' | 'download' | 'verification' | 'provider';

/** Pairs in their order on the wire. Names of an answer are lower-case. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** One vetted address: what the guard hands out and the wire connects to, nothing else. */
export interface Target {
  /** With `EGRESS_PROXY` the name itself, where the URL has one: the proxy resolves it. */
  address: string;
  family: 4 | 6;
  port: number;
  tls: boolean;
  /** The name that the certificate must bear: the host of the URL, without brackets or trailing dot. */
  servername: string;
  /** The `Host` header: name, and port where it is not the scheme’s own. */
  host: string;
  /** Path and query. */
  path: string;
  /** Reached only by an exception of the operator’s: headers and body of its answers are withheld by default. */
  isPrivate: boolean;
}

/** Targets in the order to try them; the next one only where no connection came about. */
interface Vetted {
  targets: readonly [Target, ...Target[]];
  /** What the names took; null for a literal address or an answer from the cache. */
  dnsMs: number | null;
}

export interface Limits {
  /** Connect and TLS handshake together. */
  connectMs: number;
  /** The whole attempt; `Egress` counts the names too. */
  totalMs: number;
  /** Of the head of the answer. */
  headBytes: number;
  /** Of the body; the socket is closed beyond. */
  readBytes: number;
  /** Of the body, kept in `Answer.body`. */
  keepBytes: number;
  /** The body after the head. */
  bodyMs: number;
}

/** Milliseconds; null where the phase did not happen, as connect and TLS on a kept socket. */
export interface Timings {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  /** From the start of the attempt to the head of its answer. */
  firstByteMs: number | null;
  totalMs: number;
}

export interface Answer {
  status: number;
  headers: HeaderList;
  /** Its first `keepBytes`, as sent: nothing is decompressed. */
  body: Uint8Array;
  /** Bytes that arrived, kept or not. */
  bodyBytes: number;
  /** More arrived than was kept. */
  truncated: boolean;
  /** The body did not end: too large, too slow, or cut off. */
  incomplete: boolean;
  timings: Timings;
  /** Null through a proxy, which alone knows it. */
  remoteIp: string | null;
  /** The request went over a kept connection. */
  reused: boolean;
  /** The target was allowed by an exception only. */
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
  /** `close()` cut the request off. */
  | 'interrupted';

/** Where an attempt stood when it failed; `guard` is before any connection. */
export type Phase = 'guard' | 'dns' | 'connect' | 'tls' | 'head';

interface WireFailure {
  phase: Phase;
  /** A sentence for the attempt’s log: names the reason, never an internal address. */
  detail: string;
  timings: Timings;
  remoteIp?: string | null;
  reused?: boolean;
}

/** No complete head came back. After a head there is an `Answer`, `incomplete` where its body failed. */
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

/** A body that is read while it is sent. */
export interface StreamedBody {
  /** In bytes: what `chunks` gives together. */
  length: number;
  chunks: () => AsyncIterable<Uint8Array>;
}

export interface WireRequest {
  method: 'GET' | 'POST' | 'DELETE';
  headers: HeaderList;
  body?: Uint8Array | StreamedBody | undefined;
  limits: Limits;
  /**
   * Never sent a second time by itself, as is otherwise done when a kept connection was closed; it goes over one that was
   * in use a moment ago, or over a new one.
   */
  single?: boolean | undefined;
  /** Takes the body of a 200 in place of `Answer.body`; a rejection ends the answer as `incomplete`. */
  onBody?: ((chunk: Uint8Array) => Promise<void>) | undefined;
}

/** One request to one vetted address. Sends exactly `headers`, with `host` and `content-length` in front. */
export interface Wire {
  /** Rejects with `WireError` and nothing else. */
  post(target: Target, headers: HeaderList, body: Uint8Array, limits: Limits): Promise<Answer>;
  get(target: Target, headers: HeaderList, limits: Limits): Promise<Answer>;
  send(target: Target, request: WireRequest): Promise<Answer>;
  /** Cuts off what runs, as `interrupted`, and closes every connection. */
  close(): void;
}

export interface Download extends Answer {
  /** Where the last redirect led. */
  url: string;
}

/** What is said at creation, before any name is asked. */
export type UrlVerdict =
  | { ok: true; href: string }
  | { ok: false; code: 'invalid_url' | 'forbidden_target'; reason: string };

/** Guard and wire together: what the rest of the server calls. */
export interface Egress {
  /** Judges the text of a URL, when it is created or changed; asks no name server. */
  judge: (text: string, purpose: Purpose) => UrlVerdict;
  /** Judges a URL and its names for one connection now. Rejects with `WireError`. */
  vet: (url: string, purpose: Purpose) => Promise<Vetted>;
  /** Never follows a redirect. Rejects with `WireError`. */
  post: (url: string, purpose: Purpose, headers: HeaderList, body: Uint8Array, limits: Limits) => Promise<Answer>;
  /** Follows three redirects at most, each judged anew; `onBody` as of `WireRequest`. Rejects with `WireError`. */
  get: (url: string, headers: HeaderList, limits: Limits, onBody?: WireRequest['onBody']) => Promise<Download>;
  /** Asks once for a `verification`; never follows a redirect. Rejects with `WireError`. */
  probe: (url: string, headers: HeaderList, limits: Limits) => Promise<Answer>;
  /** Asks a `provider`; never follows a redirect. Rejects with `WireError`. */
  call: (url: string, request: WireRequest) => Promise<Answer>;
  /** The TXT records of a name, each with its parts joined. Rejects with what the name server said. */
  txt: (name: string) => Promise<string[]>;
  close: () => void;
}
