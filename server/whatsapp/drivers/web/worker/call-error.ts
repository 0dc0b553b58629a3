import type { CallFailure } from '../protocol';

/** A call that WhatsApp did not perform. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: CallFailure;
  /** Code that WhatsApp answered. */
  readonly providerCode: number | null;

  constructor(
    kind: CallFailure['kind'],
    code: string,
    details: string | null = null,
    providerCode: number | null = null,
  ) {
    super(`${kind}: ${code}`);
    this.failure = { kind, code, details };
    this.providerCode = providerCode;
  }
}
