import { type DriverName, DRIVERS } from './instance';

export type { DriverName };

/** A driver can do it, cannot, or can with a remark. */
export type Support = boolean | { note: string; limits?: Readonly<Record<string, number>> };
type Row = Readonly<Record<DriverName, Support>> & { alternative?: string };

const row = (sandbox: Support, cloud: Support, web: Support, alternative?: string): Row =>
  alternative === undefined ? { sandbox, cloud, web } : { sandbox, cloud, web, alternative };
const but = (note: string, limits?: Readonly<Record<string, number>>): Support =>
  limits === undefined ? { note } : { note, limits };

const everywhere = row(true, true, true);
const notOnCloud = row(true, false, true);
const inWindow = row(true, but('Within 24 hours of the last message of the recipient.'), true);
const noButtons = row(true, true, false, 'Set `fallback` to `text` for a numbered text.');
const templates = row(but('Approved after a second.'), true, false);
const cloudGroups = row(true, but('For Official Business Accounts.', { participants: 8, groups: 10_000 }), true);
const localOnCloud = row(true, but('Kept here only.'), true);
const simulated = but('Simulated.');

/** What each driver can do: the one source of the capability answers, of `x-drivers` and of refusals. */
export const CAPABILITIES = {
  'instance.qr': row(simulated, false, true, 'The cloud driver connects with credentials.'),
  'instance.pairing_code': row(simulated, false, true, 'The cloud driver connects with credentials.'),
  'sandbox.controls': row(true, false, false, 'Create an instance with the driver `sandbox`.'),

  'message.text': inWindow,
  'message.image': inWindow,
  'message.video': inWindow,
  'message.audio': inWindow,
  'message.document': inWindow,
  'message.sticker': inWindow,
  'message.location': inWindow,
  'message.contacts': inWindow,
  'message.reaction': inWindow,
  'message.reply': inWindow,
  'message.voice': row(true, but('Opus in Ogg.'), true),
  'message.buttons': noButtons,
  'message.list': noButtons,
  'message.cta_url': row(true, true, false, 'Send a text with the link.'),
  'message.template': row(true, true, false, 'Send the text itself.'),
  'message.poll': row(true, false, true, 'Send buttons or a list.'),
  'message.mentions': notOnCloud,
  'message.view_once': notOnCloud,
  'message.edit': row(true, false, true, 'Send a new message; edits by others are received.'),
  'message.delete_everyone': row(true, false, true, 'Delete it for yourself; deletions by others are received.'),
  'message.delete_me': row(but('Here only.'), but('Kept here only.'), true),
  'message.forward': row(true, but('Sends the stored content again.'), true),
  'message.typing': row(
    true,
    but('Needs a message of the recipient, marks it as read, and ends after 25 seconds.', { duration_ms: 25_000 }),
    true,
  ),
  'message.read': everywhere,
  'message.receipts': everywhere,

  'template.read': templates,
  'template.write': templates,

  'group.list': cloudGroups,
  'group.create': cloudGroups,
  'group.info': cloudGroups,
  'group.subject': cloudGroups,
  'group.description': cloudGroups,
  'group.picture': row(true, but('For Official Business Accounts; square.', { min_pixels: 193 }), true),
  'group.add_participants': row(true, false, but('Each participant may refuse.'), 'Send the invite link.'),
  'group.remove_participants': everywhere,
  'group.promote': notOnCloud,
  'group.demote': notOnCloud,
  'group.announce': notOnCloud,
  'group.locked': notOnCloud,
  'group.ephemeral': notOnCloud,
  'group.member_add_mode': notOnCloud,
  'group.join': notOnCloud,
  'group.preview': notOnCloud,
  'group.leave': notOnCloud,
  'group.delete': row(true, true, false, 'Leave the group.'),
  'group.invite_link': everywhere,
  'group.join_requests': everywhere,

  'contact.list': row(true, but('Those who wrote or were written to here.'), but('As the phone has them.')),
  'contact.check': notOnCloud,
  'contact.picture': row(true, false, but('As privacy settings allow.')),
  'contact.about': row(true, false, but('As privacy settings allow.')),
  'contact.block': row(true, but('People who wrote in the last 24 hours.', { blocked: 64_000 }), true),
  'contact.presence': row(true, false, but('For chats that were opened here.')),

  'profile.read': row(true, but('The business profile.'), true),
  'profile.write': row(true, but('The business profile.'), true),
  'chat.archive': localOnCloud,
  'chat.pin': localOnCloud,
  'chat.mute': localOnCloud,
  'chat.labels': row(true, but('Kept here only.'), but('Business accounts.')),
  'history.import': row(false, false, but('What the phone sends at pairing.')),
  'call.event': everywhere,
  'call.reject': row(false, false, true),
} as const satisfies Record<string, Row>;

export type CapabilityName = keyof typeof CAPABILITIES;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as [CapabilityName, ...CapabilityName[]];

export const supports = (driver: DriverName, name: CapabilityName): boolean => CAPABILITIES[name][driver] !== false;

/** The drivers that can do it, in the order of the matrix. */
export const driversOf = (name: CapabilityName): DriverName[] => DRIVERS.filter((driver) => supports(driver, name));

export function alternativeTo(name: CapabilityName): string | null {
  const { alternative }: Row = CAPABILITIES[name];
  return alternative ?? null;
}

export interface CapabilityEntry {
  supported: boolean;
  note: string | null;
  limits: Record<string, number> | null;
}

/** All that a driver can and cannot do, as it is answered; the state of the account may take away from it. */
export function capabilitiesOf(driver: DriverName): Record<CapabilityName, CapabilityEntry> {
  const entries = CAPABILITY_NAMES.map((name) => {
    const support: Support = CAPABILITIES[name][driver];
    const { note = null, limits = null } = typeof support === 'boolean' ? {} : support;
    return [name, { supported: support !== false, note, limits: limits === null ? null : { ...limits } }] as const;
  });
  return Object.fromEntries(entries) as Record<CapabilityName, CapabilityEntry>;
}

/** What a problem `unsupported_by_driver` says besides. */
export const refusalOf = (driver: DriverName, name: CapabilityName) => ({
  driver,
  capability: name,
  supported_by: driversOf(name),
  alternative: alternativeTo(name),
});
