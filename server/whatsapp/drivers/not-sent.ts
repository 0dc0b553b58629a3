import type { SendError } from '../../../shared/whatsapp/send-errors';
import { sendError } from '../send-error';
import type { SendResult } from './driver';

export const notSent = (error: SendError = sendError('provider_unavailable')): SendResult => ({
  outcome: 'not_sent',
  providerMessageId: null,
  error,
});
