export interface SignedRequest {
  method: string;
  /** The public URL as the sender called it, with its query. */
  url: string;
  headers: Headers;
  body: Uint8Array;
  now: Date;
}

type SignatureCheck = 'valid' | 'signature_missing' | 'signature_invalid' | 'signature_stale';

/** Verifies a request with each accepted secret. */
export type Verify = (request: SignedRequest, secrets: readonly string[]) => SignatureCheck;
