import type { Phase, WireCode } from './types';

export class Failure extends Error {
  readonly code: WireCode;
  readonly phase: Phase;
  readonly detail: string;

  constructor(code: WireCode, phase: Phase, detail: string) {
    super(detail);
    this.code = code;
    this.phase = phase;
    this.detail = detail;
  }
}

export const STOPPED = 'The service stopped before an answer came.';

const CERTIFICATE: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  CERT_REVOKED: 'The certificate was revoked.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate comes from an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate comes from an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate comes from an unknown authority, or its chain is not sent whole.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate comes from an unknown authority, or its chain is not sent whole.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
  ECONNRESET: 'The connection was closed during the TLS handshake.',
};

export function connectFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return new Failure('connect_refused', 'connect', 'The connection was refused.');
  if (code === 'ETIMEDOUT') return new Failure('connect_timeout', 'connect', 'The host did not answer in time.');
  return new Failure('connect_error', 'connect', `The host could not be reached${inBrackets(code)}.`);
}

export function tlsFailure(error: unknown): Failure {
  const code = codeOf(error);
  return new Failure('tls_error', 'tls', CERTIFICATE[code] ?? `The TLS handshake failed${inBrackets(code)}.`);
}

export function exchangeFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(
    'connection_reset',
    'head',
    'The connection was closed before the head of an answer was complete.',
  );
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Messages of the runtime may contain addresses; codes do not. */
const inBrackets = (code: string): string => (/^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '');
