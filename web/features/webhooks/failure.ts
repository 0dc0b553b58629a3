import { ATTEMPT_CODES, type AttemptCode } from '../../../shared/webhooks/attempt-codes';

interface Failure {
  code: string;
  http_status: number | null;
}

export function failureText({ code, http_status: status }: Failure): string {
  const known = code in ATTEMPT_CODES ? ATTEMPT_CODES[code as AttemptCode] : undefined;
  if (!known) return status === null ? code : `${code} (${status})`;
  return `${known.title}${status === null ? '' : ` (${status})`}. ${known.action}`;
}
