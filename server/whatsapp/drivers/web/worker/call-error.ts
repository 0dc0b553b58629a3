import type { SendErrorCode } from '../../../../../shared/whatsapp/send-errors';
import type { CallFailure } from '../protocol';

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: CallFailure;
  readonly providerCode: number | null;

  constructor(
    kind: CallFailure['kind'],
    code: SendErrorCode,
    details: string | null = null,
    providerCode: number | null = null,
  ) {
    super(`${kind}: ${code}`);
    this.failure = { kind, code, details };
    this.providerCode = providerCode;
  }
}

export const hasProviderCode = (error: unknown, code: number): boolean =>
  error instanceof CallError && error.providerCode === code;
