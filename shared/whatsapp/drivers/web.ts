import { z } from 'zod';

import { boundedText, text, timestamp } from '../../text';
import { type DriverContract, viaDriver } from './driver';

const SYNC_HISTORY = ['none', 'recent', 'full'] as const;

const MAX_CLIENT_NAME = 50;
const MAX_REJECT_MESSAGE = 1024;
const DEFAULT_CLIENT_NAME = 'Ubuntu';

const CLIENT_NAME = 'Name of the operating system in the list of linked devices on the phone.';
const SYNC = 'Earlier messages to import when the phone is linked: `none`, those of the last weeks, or all.';

const options = {
  client_name: boundedText(MAX_CLIENT_NAME).describe(CLIENT_NAME).meta({ minLength: 1 }),
  always_online: z.boolean().describe('True if the account is shown as online while the instance is connected.'),
  reject_calls: z.boolean().describe('True if incoming calls are rejected.'),
  reject_call_message: boundedText(MAX_REJECT_MESSAGE)
    .nullable()
    .describe('Message to the caller of a rejected call; null for none.'),
  sync_history: z.enum(SYNC_HISTORY).describe(SYNC),
};
const WebOptions = z.strictObject(options);
export type WebOptions = z.output<typeof WebOptions>;
export const DEFAULT_WEB = {
  client_name: DEFAULT_CLIENT_NAME,
  always_online: false,
  reject_calls: false,
  reject_call_message: null,
  sync_history: 'recent',
} as const satisfies WebOptions;

const WebAcknowledger = z.strictObject({
  type: z.enum(['user', 'key']).describe('Type of the caller: a user or a key.'),
  id: z.string().describe('Id of the user or key.'),
});
export type WebAcknowledger = z.output<typeof WebAcknowledger>;

/** Settings of an instance, and who acknowledged the risks of the driver. */
export interface WebSettings extends WebOptions {
  acknowledged_at: string;
  acknowledged_by: WebAcknowledger;
}

const WebBlock = z.strictObject({
  ...options,
  engine_version: boundedText(50).nullable().describe('Version of the library that last opened the connection.'),
  whatsapp_version: boundedText(50).nullable().describe('Version of WhatsApp Web that was announced to WhatsApp.'),
  syncing: z.boolean().describe('True while earlier messages are imported. Messages can be sent meanwhile.'),
  sync_progress: z
    .number()
    .int()
    .min(0)
    .meta({ maximum: 100 })
    .nullable()
    .describe('Progress of the import in percent.'),
  last_seen_at: timestamp().nullable().describe('Time when the connection was last known to be open.'),
  acknowledged_at: timestamp().describe('Time when the risks of an unofficial client were acknowledged.'),
  acknowledged_by: WebAcknowledger.describe('Caller who acknowledged the risks.'),
});

const changes = {
  client_name: text(MAX_CLIENT_NAME)
    .optional()
    .describe(
      `${CLIENT_NAME} Default: \`${DEFAULT_CLIENT_NAME}\`. WhatsApp can refuse pairing codes for unusual names. A change takes effect when the phone is linked again.`,
    )
    .meta({ example: DEFAULT_CLIENT_NAME }),
  always_online: z
    .boolean()
    .optional()
    .describe(
      'True to show the account as online while the instance is connected. The phone then shows no notifications. Default: false.',
    ),
  reject_calls: z.boolean().optional().describe('True to reject incoming calls. Default: false.'),
  reject_call_message: text(MAX_REJECT_MESSAGE)
    .nullable()
    .optional()
    .describe('Message to send to the caller of a rejected call; null for none.')
    .meta({ example: 'Please send a message instead.' }),
  sync_history: z.enum(SYNC_HISTORY).optional().describe(`${SYNC} Default: \`recent\`.`).meta({ example: 'recent' }),
};
const WebInput = z
  .strictObject({
    acknowledge_unofficial: z
      .literal(true)
      .describe(
        'Confirms that you know the risks: the client is unofficial, may violate the terms of WhatsApp, and the number can be restricted or banned. The notices of the driver explain them.',
      ),
    ...changes,
  })
  .meta({ example: { acknowledge_unofficial: true } });
const WebChange = z.strictObject(changes).meta({ example: { always_online: true } });

const AS_TEXT = 'Set `fallback` to `text` to send a numbered text instead.';
const NO_TEMPLATE = 'Send another message. The driver needs no templates.';

const capabilities = {
  'instance.qr': true,
  'instance.pairing_code': { note: 'Needs the `client_name` of a usual operating system.' },
  'sandbox.controls': { instead: 'Create an instance with the driver `sandbox`.' },
  'message.text': true,
  'message.image': true,
  'message.video': true,
  'message.audio': true,
  'message.document': true,
  'message.sticker': true,
  'message.location': true,
  'message.contacts': true,
  'message.reaction': true,
  'message.reply': true,
  'message.voice': true,
  'message.buttons': { instead: AS_TEXT },
  'message.list': { instead: AS_TEXT },
  'message.cta_url': { instead: 'Send a text with the link instead.' },
  'message.template': { instead: NO_TEMPLATE },
  'message.poll': true,
  'message.mentions': true,
  'message.view_once': true,
  'message.edit': true,
  'message.delete_everyone': true,
  'message.delete_me': true,
  'message.forward': true,
  'message.typing': true,
  'message.read': true,
  'message.receipts': true,
  'template.read': { instead: NO_TEMPLATE },
  'template.write': { instead: NO_TEMPLATE },
  'group.list': true,
  'group.create': true,
  'group.info': true,
  'group.subject': true,
  'group.description': true,
  'group.picture': true,
  'group.add_participants': { note: 'People whose privacy settings forbid it get an invite link instead.' },
  'group.remove_participants': true,
  'group.promote': true,
  'group.demote': true,
  'group.admins_only_messages': true,
  'group.admins_only_settings': true,
  'group.message_lifetime': true,
  'group.member_add_mode': true,
  'group.join': true,
  'group.preview': true,
  'group.leave': true,
  'group.delete': { instead: 'Leave the group instead.' },
  'group.invite_link': true,
  'group.join_requests': true,
  'contact.list': true,
  'contact.check': true,
  'contact.picture': { note: 'If the privacy settings of the person allow it.' },
  'contact.about': { note: 'If the privacy settings of the person allow it.' },
  'contact.block': true,
  'contact.presence': { note: 'If the privacy settings of the person allow it.' },
  'profile.read': true,
  'profile.write': true,
  'chat.archive': true,
  'chat.pin': true,
  'chat.mute': true,
  'chat.labels': { note: 'On the phone only for accounts of WhatsApp Business.' },
  'call.event': true,
  'call.reject': true,
} satisfies DriverContract['capabilities'];

export const webContract = {
  capabilities,
  create: {
    driver: z.literal('web').describe(viaDriver),
    web: WebInput.describe('Acknowledgement of the risks, and settings of the driver `web`.'),
  },
  settings: WebBlock.nullable().describe('Settings and state of the driver `web`; null on other drivers.'),
  change: WebChange.describe(
    'Settings of the driver `web`, only for instances of this driver. Settings that you leave out do not change.',
  ),
} as const satisfies DriverContract;
