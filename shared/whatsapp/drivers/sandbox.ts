import { z } from 'zod';

import { type DriverContract, viaDriver } from './driver';

export const SCENARIOS = ['success', 'unreliable', 'logged_out', 'banned'] as const;
export type Scenario = (typeof SCENARIOS)[number];

const MAX_DELAY = 600_000;
const delay = () => z.number().int().min(0).meta({ maximum: MAX_DELAY });

export const SandboxDelays = z.strictObject({
  sent: delay().describe('Milliseconds from accepted to sent.'),
  delivered: delay().describe('Milliseconds from accepted to delivered.'),
  read: delay().describe('Milliseconds from accepted to read.'),
});
export type SandboxDelays = z.output<typeof SandboxDelays>;
export const DEFAULT_DELAYS = { sent: 150, delivered: 400, read: 1000 } as const satisfies SandboxDelays;

export const SandboxSettings = z.strictObject({
  scenario: z.enum(SCENARIOS).describe('Behavior of the simulated network.'),
  require_scan: z.boolean().describe('True if connecting waits for a simulated QR code scan.'),
  clock_offset_seconds: z.number().int().min(0).describe('Seconds by which the sandbox clock is ahead.'),
  delays_ms: SandboxDelays.describe('Delays of the receipts.'),
});
export type SandboxSettings = z.output<typeof SandboxSettings>;
export const DEFAULT_SANDBOX = {
  scenario: 'success',
  require_scan: false,
  clock_offset_seconds: 0,
  delays_ms: DEFAULT_DELAYS,
} as const satisfies SandboxSettings;

const delayMs = () => z.number().int().min(0).max(MAX_DELAY);
const SandboxInput = z
  .strictObject({
    scenario: z.enum(SCENARIOS).optional().describe('Behavior of the simulated network. Default: `success`.'),
    require_scan: z
      .boolean()
      .optional()
      .describe('True if connecting waits for a simulated QR code scan. Default: false.'),
    delays_ms: z
      .strictObject({
        sent: delayMs().optional().describe('Milliseconds from accepted to sent. Default: 150.'),
        delivered: delayMs().optional().describe('Milliseconds from accepted to delivered. Default: 400.'),
        read: delayMs().optional().describe('Milliseconds from accepted to read. Default: 1000.'),
      })
      .optional()
      .describe('Delays of the receipts.'),
  })
  .meta({ example: { scenario: 'success', require_scan: true } });

const capabilities = {
  'instance.qr': { note: 'Simulated.' },
  'instance.pairing_code': { note: 'Simulated.' },
  'sandbox.controls': true,
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
  'message.buttons': true,
  'message.list': true,
  'message.cta_url': true,
  'message.template': true,
  'message.poll': true,
  'message.mentions': true,
  'message.view_once': true,
  'message.edit': true,
  'message.delete_everyone': true,
  'message.delete_me': { note: 'Deleted in Switchboard only.' },
  'message.forward': true,
  'message.typing': true,
  'message.read': true,
  'message.receipts': true,
  'template.read': { note: 'New templates are approved after one second.' },
  'template.write': { note: 'New templates are approved after one second.' },
  'group.list': true,
  'group.create': true,
  'group.info': true,
  'group.subject': true,
  'group.description': true,
  'group.picture': true,
  'group.add_participants': true,
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
  'group.delete': true,
  'group.invite_link': true,
  'group.join_requests': true,
  'contact.list': true,
  'contact.check': true,
  'contact.picture': true,
  'contact.about': true,
  'contact.block': true,
  'contact.presence': true,
  'profile.read': true,
  'profile.write': true,
  'chat.archive': true,
  'chat.pin': true,
  'chat.mute': true,
  'chat.labels': true,
  'call.event': true,
  'call.reject': true,
} satisfies DriverContract['capabilities'];

export const sandboxContract = {
  capabilities,
  create: {
    driver: z.literal('sandbox').default('sandbox').describe(viaDriver).meta({ example: 'sandbox' }),
    sandbox: SandboxInput.optional().describe('Settings of the simulated network.'),
  },
  settings: SandboxSettings.nullable().describe('Settings of the driver `sandbox`; null on other drivers.'),
  change: SandboxInput.describe(
    'Settings of the simulated network, only for the driver `sandbox`. Settings that you leave out do not change.',
  ),
} as const satisfies DriverContract;
