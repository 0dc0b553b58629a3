import { SEND_ERRORS, type SendError, type SendErrorCode } from '../../shared/whatsapp/send-errors';

export const sendError = (code: SendErrorCode, more: Partial<SendError> = {}): SendError => ({
  code,
  ...SEND_ERRORS[code],
  retry_after_ms: null,
  provider: null,
  ...more,
});
