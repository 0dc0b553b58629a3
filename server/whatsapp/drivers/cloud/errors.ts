import { DAY_MS } from '../../../../shared/durations';
import type { SendError, SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import { isJsonObject, asObject } from '../../../json-object';
import { sendError } from '../../send-error';
import { numberOf, textOf } from './json';

export interface GraphFault {
  code: number;
  subcode: number | null;
  title: string | null;
  details: string | null;
  traceId: string | null;
}

/** Titles and HTTP statuses of Meta are not reliable. */
const CODES: Record<number, SendErrorCode> = {
  0: 'token_invalid',
  190: 'token_invalid',
  3: 'permission_missing',
  10: 'permission_missing',
  131005: 'permission_missing',
  4: 'provider_rate_limited',
  80007: 'provider_rate_limited',
  130429: 'provider_rate_limited',
  133016: 'provider_rate_limited',
  131056: 'pair_rate_limited',
  131048: 'spam_limited',
  131064: 'messaging_limit_reached',
  368: 'account_locked',
  131031: 'account_locked',
  130497: 'country_restricted',
  1: 'provider_unavailable',
  2: 'provider_unavailable',
  131000: 'provider_unavailable',
  131016: 'provider_unavailable',
  131057: 'provider_unavailable',
  33: 'invalid_parameter',
  100: 'invalid_parameter',
  131008: 'invalid_parameter',
  131009: 'invalid_parameter',
  130472: 'recipient_in_experiment',
  131026: 'recipient_unreachable',
  131021: 'recipient_is_sender',
  131030: 'recipient_not_allowlisted',
  131037: 'display_name_pending',
  131042: 'billing_problem',
  131044: 'billing_problem',
  131045: 'phone_not_registered',
  133010: 'phone_not_registered',
  131047: 'reengagement_window_closed',
  131049: 'marketing_capped',
  131050: 'recipient_opted_out',
  131051: 'unsupported_message_type',
  131052: 'media_download_failed',
  131053: 'media_upload_failed',
  131062: 'recipient_id_unsupported',
  131063: 'marketing_disabled',
  132000: 'template_parameter_count',
  132001: 'template_not_found',
  132005: 'template_text_too_long',
  132007: 'template_policy',
  132008: 'template_parameter_format',
  132012: 'template_parameter_format',
  132015: 'template_paused',
  132016: 'template_disabled',
  132068: 'flow_blocked',
  132069: 'flow_throttled',
  137000: 'identity_changed',
  131020: 'group_single_member',
  131041: 'group_unknown',
  131059: 'group_cursor_invalid',
  131201: 'group_partial',
  131202: 'group_duplicate_participant',
  131204: 'group_too_large',
  131207: 'group_suspended',
  131208: 'group_rate_limited',
  131209: 'group_picture_invalid',
  131210: 'group_picture_invalid',
  131211: 'group_limit_reached',
  131212: 'group_not_member',
  131213: 'group_join_request_unknown',
  131214: 'group_creation_disabled',
  131215: 'group_not_eligible',
  2388019: 'template_invalid',
  2388040: 'template_invalid',
  2388047: 'template_invalid',
  2388073: 'template_invalid',
  2388293: 'template_invalid',
  2388299: 'template_invalid',
};

/** Meta asks for a pause of at least a day for marketing to that person. */
const CAPPED_MS = DAY_MS;

export const codeOf = (graphCode: number): SendErrorCode =>
  graphCode >= 200 && graphCode <= 299 ? 'permission_missing' : (CODES[graphCode] ?? 'provider_rejected');

/** Undefined without a Graph error. */
export function faultOf(error: unknown): GraphFault | undefined {
  if (!isJsonObject(error)) return undefined;
  const code = numberOf(error['code']);
  if (code === undefined || !Number.isSafeInteger(code)) return undefined;
  const subcode = numberOf(error['error_subcode']);
  const { details } = asObject(error['error_data']);
  return {
    code,
    subcode: subcode !== undefined && Number.isSafeInteger(subcode) ? subcode : null,
    title: textOf(error['error_user_title']) ?? textOf(error['title']) ?? textOf(error['message']) ?? null,
    details: textOf(details) ?? textOf(error['error_user_msg']) ?? textOf(error['message']) ?? null,
    traceId: textOf(error['fbtrace_id']) ?? null,
  };
}

interface Circumstances {
  httpStatus: number | null;
  retryAfterMs?: number | null;
}

export function sendErrorOf(fault: GraphFault, { httpStatus, retryAfterMs }: Circumstances): SendError {
  const code = codeOf(fault.code);
  return {
    ...errorOf(code, retryAfterMs ?? (code === 'marketing_capped' ? CAPPED_MS : null)),
    provider: {
      name: 'meta',
      http_status: httpStatus,
      code: fault.code,
      subcode: fault.subcode,
      title: fault.title,
      details: fault.details,
      trace_id: fault.traceId,
    },
  };
}

export const errorOf = (code: SendErrorCode, retryAfterMs: number | null = null): SendError =>
  sendError(code, { retry_after_ms: retryAfterMs });
