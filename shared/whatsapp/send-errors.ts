import { z } from 'zod';

interface SendErrorEntry {
  message: string;
  /** The service, or whoever calls it, can try the same message again without any change to it. */
  retryable: boolean;
}

const no = (message: string): SendErrorEntry => ({ message, retryable: false });
const later = (message: string): SendErrorEntry => ({ message, retryable: true });

/** Why a message failed or cannot be sent: `message.error.code`, and `errors[].code` of a refused request. */
export const SEND_ERRORS = {
  account_locked: no('Meta locked the business account.'),
  account_restricted: no('WhatsApp restricts this account from writing to new people.'),
  billing_problem: no('The business account has an open payment problem.'),
  country_restricted: no('Business messages may not be sent to this country.'),
  display_name_pending: no('The display name of the number is not approved yet.'),
  driver_not_installed: no('The driver’s package is not installed on this server.'),
  flow_blocked: no('The flow is blocked.'),
  flow_throttled: no('The flow may be sent only a few times an hour now.'),
  group_creation_disabled: no('Groups cannot be created at the moment.'),
  group_cursor_invalid: no('The group list has changed; read it from the start.'),
  group_duplicate_participant: no('A participant is named twice.'),
  group_join_request_unknown: no('There is no such request to join.'),
  group_limit_reached: no('The number has as many groups as it may have.'),
  group_not_eligible: no('The account may not use groups.'),
  group_not_member: no('The number or person is not in the group.'),
  group_partial: no('The change succeeded for some participants only.'),
  group_picture_invalid: no('The picture must be square and larger than 192 pixels.'),
  group_rate_limited: later('Too many changes of groups; try again later.'),
  group_single_member: no('The group has no other member.'),
  group_suspended: no('The group is suspended.'),
  group_too_large: no('The group would have too many members.'),
  group_unknown: no('The provider does not know the group.'),
  identity_changed: no('The recipient’s identity changed; confirm who it is.'),
  invalid_parameter: no('The provider did not accept a value.'),
  invalid_recipient: no('The recipient is not a phone number, id, JID or BSUID.'),
  marketing_capped: no('WhatsApp limits marketing messages to this person; wait at least 24 hours.'),
  marketing_disabled: no('Marketing messages are off for this account.'),
  media_download_failed: no('The file could not be fetched.'),
  media_too_large: no('The file is larger than allowed.'),
  media_type_not_allowed: no('The file’s type is not allowed here.'),
  media_upload_failed: no('The provider did not accept the file.'),
  message_expired: no('The message was not sent in time.'),
  messaging_limit_reached: no('The account’s messaging limit is reached.'),
  not_on_whatsapp: no('The number is not on WhatsApp.'),
  pair_rate_limited: later('Too many messages to this person at once.'),
  permission_missing: no('The access token lacks a permission.'),
  phone_not_registered: no('The sending number is not registered.'),
  provider_rate_limited: later('The provider limits the rate; the message is tried again.'),
  provider_rejected: no('The provider refused; its own code is in `provider`.'),
  provider_unavailable: later('The provider cannot answer right now.'),
  recipient_id_unsupported: no('This kind of id cannot be written to here; use the phone number.'),
  recipient_in_experiment: no('The recipient is in one of Meta’s experiments and gets no marketing.'),
  recipient_is_sender: no('The recipient is the sender.'),
  recipient_not_allowlisted: no('A test number writes only to the numbers on its list.'),
  recipient_opted_out: no('The recipient wants no such messages.'),
  recipient_unreachable: no('The message cannot be delivered to the recipient.'),
  reengagement_window_closed: no('The last reply is more than 24 hours old; send a template.'),
  spam_limited: no('The number is limited because messages were reported as spam.'),
  template_disabled: no('The template is disabled.'),
  template_invalid: no('The template is not valid.'),
  template_not_found: no('There is no approved template of this name and language.'),
  template_parameter_count: no('The number of parameters is not the template’s.'),
  template_parameter_format: no('A parameter has the wrong format.'),
  template_paused: no('The template is paused because of low quality.'),
  template_policy: no('The template violates a policy.'),
  template_text_too_long: no('The text with its parameters is too long.'),
  token_invalid: no('The access token is not valid.'),
  too_long_for_driver: no('A text is longer than this driver takes.'),
  unsupported_message_type: no('The provider does not know this type of message.'),
} as const satisfies Record<string, SendErrorEntry>;

export type SendErrorCode = keyof typeof SEND_ERRORS;
export const SEND_ERROR_CODES = Object.keys(SEND_ERRORS) as [SendErrorCode, ...SendErrorCode[]];

export const ProviderError = z.strictObject({
  name: z.enum(['meta', 'whatsapp_web']).describe('The provider.'),
  http_status: z.number().int().min(0).nullable().describe('Status of its answer.'),
  code: z.number().int().describe('Its code.'),
  subcode: z.number().int().min(0).nullable().describe('Its finer code.'),
  title: z.string().nullable().describe('Its title.'),
  details: z.string().nullable().describe('Its details.'),
  trace_id: z.string().nullable().describe('Its own id of the request.'),
});
export type ProviderError = z.output<typeof ProviderError>;

export const SendError = z
  .strictObject({
    code: z.enum(SEND_ERROR_CODES).describe('Stable name of the reason.'),
    message: z.string().describe('The reason in a sentence.'),
    retryable: z.boolean().describe('The same message can succeed without any change to it.'),
    retry_after_ms: z.number().int().min(0).nullable().describe('How long to wait before.'),
    provider: ProviderError.nullable().describe('What the provider said.'),
  })
  .meta({
    id: 'WhatsAppSendError',
    description: 'Why a message could not be sent.',
    example: {
      code: 'reengagement_window_closed',
      message: 'The last reply is more than 24 hours old; send a template.',
      retryable: false,
      retry_after_ms: null,
      provider: {
        name: 'meta',
        http_status: null,
        code: 131_047,
        subcode: null,
        title: 'Re-engagement message',
        details: 'More than 24 hours have passed since the customer last replied.',
        trace_id: null,
      },
    },
  });
export type SendError = z.output<typeof SendError>;
