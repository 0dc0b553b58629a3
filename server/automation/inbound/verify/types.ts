/** What is verified: the bytes as they came, never what was made of them. */
export interface SignedRequest {
  method: string;
  /** As the sender wrote it: the public address, with its query. */
  url: string;
  headers: Headers;
  body: Uint8Array;
  now: Date;
}

export type Verdict = 'valid' | 'signature_missing' | 'signature_invalid' | 'signature_stale';

/** Judges a request by each of the secrets that are accepted now. */
export type Verify = (request: SignedRequest, secrets: readonly string[]) => Verdict;
