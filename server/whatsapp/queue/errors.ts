import { SEND_ERRORS, type SendError, type SendErrorCode } from '../../../shared/whatsapp/send-errors';

/** An error of our own making, with the sentence and the advice of its code. */
export const sendError = (code: SendErrorCode, more: Partial<SendError> = {}): SendError => ({
  code,
  ...SEND_ERRORS[code],
  retry_after_ms: null,
  provider: null,
  ...more,
});
