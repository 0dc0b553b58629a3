import { z } from 'zod';

import { boundedText, timestamp } from '../../text';
import { webUrl } from '../fields';
import { type DriverContract, viaDriver } from './driver';

const time = (what: string) => timestamp().nullable().describe(what);

const META_ID = /^[0-9]{1,32}$/;
const MAX_META_ID = 32;
const GRAPH_VERSION = /^v[0-9]{1,3}\.[0-9]{1,2}$/;
const MAX_BASE_URL = 200;

const CloudBlock = z.strictObject({
  phone_number_id: boundedText(MAX_META_ID).describe('Phone number id at Meta.').meta({ pattern: META_ID.source }),
  waba_id: boundedText(MAX_META_ID)
    .meta({ pattern: META_ID.source })
    .nullable()
    .describe('Id of the WhatsApp Business Account at Meta.'),
  graph_version: boundedText(7).describe('Version of the Graph API.').meta({ pattern: GRAPH_VERSION.source }),
  base_url: boundedText(MAX_BASE_URL).describe('Base URL of the Graph API.').meta({ format: 'uri' }),
  ingress_url: z.string().describe('Callback URL to enter at Meta.').meta({ format: 'uri' }),
  verify_token_hint: z.string().describe('Last characters of the verify token.'),
  webhook_verified_at: time('Time when Meta verified the callback.'),
  last_webhook_at: time('Time of the last notification from Meta.'),
  token_hint: z.string().describe('Last characters of the access token.'),
});

const metaId = () =>
  z.string().regex(META_ID, 'Must be 1 to 32 digits.').meta({ maxLength: MAX_META_ID, example: '106540352242922' });
const secret = (what: string, max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Must be visible ASCII characters without spaces.')
    .min(1)
    .max(max)
    .describe(what)
    .meta({ minLength: 1, maxLength: max });

const accessToken = secret('Access token of the business account. It is never returned.', 2048);
const appSecret = secret('Secret of the Meta app. It is never returned.', 256);
const graph = {
  verify_token: secret(
    'Verify token that you enter at Meta with the callback URL. Meta cannot verify the callback without it; you can also set it later with an update.',
    256,
  ).optional(),
  graph_version: z
    .string()
    .regex(GRAPH_VERSION, 'Must be a version such as v23.0.')
    .optional()
    .describe('Version of the Graph API. Default: v23.0.')
    .meta({ maxLength: 7, example: 'v23.0' }),
  base_url: webUrl(MAX_BASE_URL)
    .optional()
    .describe('Base URL of the Graph API, if the server allows a URL other than Meta’s.')
    .meta({ maxLength: MAX_BASE_URL, example: 'https://graph.facebook.com' }),
};
const CloudInput = z
  .strictObject({
    phone_number_id: metaId().describe('Phone number id at Meta.'),
    waba_id: metaId().optional().describe('Id of the WhatsApp Business Account at Meta. Required for templates.'),
    access_token: accessToken,
    app_secret: appSecret,
    ...graph,
  })
  .meta({
    example: { phone_number_id: '106540352242922', access_token: 'EAAG0123456789', app_secret: '0123456789abcdef' },
  });
const CloudChange = z
  .strictObject({
    phone_number_id: metaId().optional().describe('Phone number id at Meta.'),
    waba_id: metaId().nullable().optional().describe('Id of the WhatsApp Business Account at Meta; null removes it.'),
    access_token: accessToken.optional(),
    app_secret: appSecret.optional(),
    ...graph,
  })
  .meta({ example: { access_token: 'EAAG0123' } });

const capabilities = {
  'instance.qr': { instead: 'The cloud driver connects with credentials.' },
  'instance.pairing_code': { instead: 'The cloud driver connects with credentials.' },
  'sandbox.controls': { instead: 'Create an instance with the driver `sandbox`.' },
  'message.text': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.image': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.video': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.audio': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.document': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.sticker': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.location': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.contacts': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.reaction': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.reply': { note: 'Only within 24 hours after the last message of the recipient.' },
  'message.voice': { note: 'The file must be Opus in Ogg.' },
  'message.buttons': true,
  'message.list': true,
  'message.cta_url': true,
  'message.template': true,
  'message.poll': { instead: 'Send buttons or a list instead.' },
  'message.mentions': false,
  'message.view_once': false,
  'message.edit': { instead: 'Send a new message instead. Edits by others are received.' },
  'message.delete_everyone': { instead: 'Delete the message with `for=me` instead. Deletions by others are received.' },
  'message.delete_me': { note: 'Stored in Switchboard only.' },
  'message.forward': { note: 'Sends the stored content again.' },
  'message.typing': {
    note: 'Needs a message from the recipient, marks that message as read, and ends after 25 seconds.',
    limits: { duration_ms: 25_000 },
  },
  'message.read': true,
  'message.receipts': true,
  'template.read': true,
  'template.write': true,
  'group.list': { note: 'Only for Official Business Accounts.', limits: { participants: 8, groups: 10_000 } },
  'group.create': { note: 'Only for Official Business Accounts.', limits: { participants: 8, groups: 10_000 } },
  'group.info': { note: 'Only for Official Business Accounts.', limits: { participants: 8, groups: 10_000 } },
  'group.subject': { note: 'Only for Official Business Accounts.', limits: { participants: 8, groups: 10_000 } },
  'group.description': { note: 'Only for Official Business Accounts.', limits: { participants: 8, groups: 10_000 } },
  'group.picture': {
    note: 'Only for Official Business Accounts. The picture must be square.',
    limits: { min_pixels: 193 },
  },
  'group.add_participants': { instead: 'Send the invite link instead.' },
  'group.remove_participants': true,
  'group.promote': false,
  'group.demote': false,
  'group.admins_only_messages': false,
  'group.admins_only_settings': false,
  'group.message_lifetime': false,
  'group.member_add_mode': false,
  'group.join': false,
  'group.preview': false,
  'group.leave': false,
  'group.delete': true,
  'group.invite_link': true,
  'group.join_requests': true,
  'contact.list': { note: 'Only people who exchanged messages with the instance.' },
  'contact.check': false,
  'contact.picture': false,
  'contact.about': false,
  'contact.block': { note: 'Only people who sent a message in the last 24 hours.', limits: { blocked: 64_000 } },
  'contact.presence': false,
  'profile.read': { note: 'The business profile of the number.' },
  'profile.write': { note: 'The business profile of the number.' },
  'chat.archive': { note: 'Stored in Switchboard only.' },
  'chat.pin': { note: 'Stored in Switchboard only.' },
  'chat.mute': { note: 'Stored in Switchboard only.' },
  'chat.labels': { note: 'Stored in Switchboard only.' },
  'call.event': true,
  'call.reject': false,
} satisfies DriverContract['capabilities'];

export const cloudContract = {
  capabilities,
  create: {
    driver: z.literal('cloud').describe(viaDriver),
    cloud: CloudInput.describe('Credentials of the number at Meta.'),
  },
  settings: CloudBlock.nullable().describe('Settings of the driver `cloud`; null on other drivers.'),
  change: CloudChange.describe('Credentials to change, only for the driver `cloud`. They are checked at Meta first.'),
} as const satisfies DriverContract;
