import type { SendError } from '../../../../shared/whatsapp/send-errors';

export const webProviderError = (code: number, details: string | null): NonNullable<SendError['provider']> => ({
  name: 'whatsapp_web',
  http_status: null,
  code,
  subcode: null,
  title: null,
  details,
  trace_id: null,
});
