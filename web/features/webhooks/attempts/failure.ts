import { ATTEMPT_CODES, type AttemptCode } from '../../../../shared/webhooks/attempt-codes';
import { t } from './texts';

interface Failure {
  code: string;
  http_status: number | null;
}

const isKnown = (code: string): code is AttemptCode => ATTEMPT_CODES.some((known) => known === code);

/** `Refused by the receiver (500)`. */
export function failureTitle({ code, http_status: status }: Failure): string {
  const title = isKnown(code) ? t(code) : code;
  return status === null ? title : t('withStatus', { title, status: String(status) });
}

/** The title, and what to do. */
export const failureText = (failure: Failure): string =>
  isKnown(failure.code)
    ? t('titleAndAction', { title: failureTitle(failure), action: t(`${failure.code}_action`) })
    : failureTitle(failure);
