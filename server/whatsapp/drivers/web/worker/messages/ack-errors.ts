import type { SendError, SendErrorCode } from '../../../../../../shared/whatsapp/send-errors';
import { sendError } from '../../../../send-error';
import { webProviderError } from '../../provider-error';

/** The account may not start new chats, or the recipient accepts no first message of strangers. */
export const RESTRICTED = 463;
/** The devices in the stanza are not the recipient’s current ones: the list or a session is outdated. */
export const STALE_DEVICES = 479;

const CODES: Readonly<Record<number, SendErrorCode>> = {
  400: 'invalid_parameter',
  401: 'group_not_member',
  403: 'group_not_member',
  404: 'recipient_unreachable',
  405: 'provider_rejected',
  420: 'group_not_member',
  429: 'provider_rate_limited',
  [RESTRICTED]: 'recipient_unreachable',
  [STALE_DEVICES]: 'provider_rejected',
  500: 'provider_unavailable',
  503: 'provider_unavailable',
};

export const ackError = (code: number, as: SendErrorCode = CODES[code] ?? 'provider_rejected'): SendError =>
  sendError(as, { provider: webProviderError(Number.isSafeInteger(code) ? code : 0, null) });
