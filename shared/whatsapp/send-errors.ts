import { z } from 'zod';

interface SendErrorEntry {
  message: string;
  /** The same message can be sent again without a change. */
  retryable: boolean;
}

const no = (message: string): SendErrorEntry => ({ message, retryable: false });
const later = (message: string): SendErrorEntry => ({ message, retryable: true });

/** Used in `message.error.code`, and in `errors[].code` of a refused request. */
export const SEND_ERRORS = {
  account_locked: no('Meta locked the business account.'),
  account_restricted: no('WhatsApp restricts this account from writing to new people.'),
  billing_problem: no('The business account has an open payment problem.'),
  country_restricted: no('Business messages may not be sent to this country.'),
  display_name_pending: no('The display name of the number is not approved yet.'),
  driver_not_installed: no('The driver’s package is not installed on this server.'),
  flow_blocked: no('The flow is blocked.'),
  flow_throttled: no('Meta limits this flow to a few messages per hour.'),
  group_creation_disabled: no('Groups cannot be created at the moment.'),
  group_cursor_invalid: no('The group list has changed. List the groups again from the start.'),
  group_duplicate_participant: no('A participant is listed twice.'),
  group_join_request_unknown: no('The join request does not exist.'),
  group_limit_reached: no('The number has reached its limit of groups.'),
  group_not_eligible: no('The account is not eligible for groups.'),
  group_not_member: no('The number or person is not in the group.'),
  group_partial: no('The change succeeded for some participants only.'),
  group_picture_invalid: no('The picture must be square, with 192 to 8192 pixels a side.'),
  group_rate_limited: later('Too many group changes. Try again later.'),
  group_single_member: no('The group has no other participant.'),
  group_suspended: no('The group is suspended.'),
  group_too_large: no('The group would have too many participants.'),
  group_unknown: no('The provider does not know the group.'),
  identity_changed: no('The recipient’s identity key changed. Confirm the identity of the recipient.'),
  invalid_parameter: no('The provider rejected a value.'),
  invalid_recipient: no('The recipient is not a phone number, id, JID or BSUID.'),
  marketing_capped: no('WhatsApp limits marketing messages to this person. Wait at least 24 hours.'),
  marketing_disabled: no('Marketing messages are disabled for this account.'),
  media_download_failed: no('The file could not be fetched.'),
  media_too_large: no('The file is larger than allowed.'),
  media_type_not_allowed: no('The file’s type is not allowed here.'),
  media_upload_failed: no('The provider rejected the file.'),
  message_expired: no('The message expired before it was sent.'),
  messaging_limit_reached: no('The account’s messaging limit is reached.'),
  not_on_whatsapp: no('The number is not on WhatsApp.'),
  pair_rate_limited: later('Too many messages were sent to this person in a short time. Try again later.'),
  permission_missing: no('The access token lacks a permission.'),
  phone_not_registered: no('The sending number is not registered.'),
  provider_rate_limited: later('The provider limits the sending rate. The message is retried automatically.'),
  provider_rejected: no('The provider rejected the message. Its error code is in `provider`.'),
  provider_unavailable: later('The provider is temporarily unavailable.'),
  recipient_id_unsupported: no('This kind of id is not supported as a recipient. Use the phone number.'),
  recipient_in_experiment: no('The recipient is part of a Meta experiment and receives no marketing messages.'),
  recipient_is_sender: no('The recipient is the sender.'),
  recipient_not_allowlisted: no('A test number can only write to the numbers on its allow list at Meta.'),
  recipient_opted_out: no('The recipient opted out of these messages.'),
  recipient_unreachable: no('The message cannot be delivered to the recipient.'),
  reengagement_window_closed: no('The last message from the recipient is more than 24 hours old. Send a template.'),
  spam_limited: no('The number is limited because messages were reported as spam.'),
  template_disabled: no('The template is disabled.'),
  template_invalid: no('The template is not valid.'),
  template_not_found: no('There is no approved template with this name and language.'),
  template_parameter_count: no('The number of parameters does not match the template.'),
  template_parameter_format: no('A parameter has the wrong format.'),
  template_paused: no('The template is paused because of low quality.'),
  template_policy: no('The template violates a policy.'),
  template_text_too_long: no('The text with its parameters is too long.'),
  token_invalid: no('The access token is not valid.'),
  too_long_for_driver: no('A text is longer than this driver allows.'),
  unsupported_message_type: no('The provider does not support this message type.'),
} as const satisfies Record<string, SendErrorEntry>;

export type SendErrorCode = keyof typeof SEND_ERRORS;
export const SEND_ERROR_CODES = Object.keys(SEND_ERRORS) as [SendErrorCode, ...SendErrorCode[]];

const ProviderError = z.strictObject({
  name: z.enum(['meta', 'whatsapp_web']).describe('Provider that returned the error.'),
  http_status: z.number().int().min(0).nullable().describe('HTTP status of the provider’s response.'),
  code: z.number().int().describe('Error code of the provider.'),
  subcode: z.number().int().nullable().describe('Error subcode of the provider.'),
  title: z.string().nullable().describe('Error title of the provider.'),
  details: z.string().nullable().describe('Error details of the provider.'),
  trace_id: z.string().nullable().describe('Trace id of the request at the provider.'),
});
type ProviderError = z.output<typeof ProviderError>;

export const SendError = z
  .strictObject({
    code: z.enum(SEND_ERROR_CODES).describe('Error code.'),
    message: z.string().describe('Description of the error.'),
    retryable: z.boolean().describe('True if the same message can succeed later without changes.'),
    retry_after_ms: z.number().int().min(0).nullable().describe('Milliseconds to wait before a retry.'),
    provider: ProviderError.nullable().describe('Error as the provider returned it.'),
  })
  .meta({
    id: 'WhatsAppSendError',
    description: 'Why a message could not be sent.',
    example: {
      code: 'reengagement_window_closed',
      message: 'The last message from the recipient is more than 24 hours old. Send a template.',
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
