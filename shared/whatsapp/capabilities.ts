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
const inWindow = row(true, but('Only within 24 hours after the last message of the recipient.'), true);
const noButtons = row(true, true, false, 'Set `fallback` to `text` to send a numbered text instead.');
const templates = row(but('New templates are approved after one second.'), true, false);
const cloudGroups = row(true, but('Only for Official Business Accounts.', { participants: 8, groups: 10_000 }), true);
const localOnCloud = row(true, but('Stored in Switchboard only.'), true);
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
  'message.voice': row(true, but('The file must be Opus in Ogg.'), true),
  'message.buttons': noButtons,
  'message.list': noButtons,
  'message.cta_url': row(true, true, false, 'Send a text with the link instead.'),
  'message.template': row(true, true, false, 'Send a text message instead.'),
  'message.poll': row(true, false, true, 'Send buttons or a list instead.'),
  'message.mentions': notOnCloud,
  'message.view_once': notOnCloud,
  'message.edit': row(true, false, true, 'Send a new message instead. Edits by others are received.'),
  'message.delete_everyone': row(
    true,
    false,
    true,
    'Delete the message with `for=me` instead. Deletions by others are received.',
  ),
  'message.delete_me': row(but('Deleted in Switchboard only.'), but('Stored in Switchboard only.'), true),
  'message.forward': row(true, but('Sends the stored content again.'), true),
  'message.typing': row(
    true,
    but('Needs a message from the recipient, marks that message as read, and ends after 25 seconds.', {
      duration_ms: 25_000,
    }),
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
  'group.picture': row(
    true,
    but('Only for Official Business Accounts. The picture must be square.', { min_pixels: 193 }),
    true,
  ),
  'group.add_participants': row(
    true,
    false,
    but('Privacy settings of a person can prevent it.'),
    'Send the invite link instead.',
  ),
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
  'group.delete': row(true, true, false, 'Leave the group instead.'),
  'group.invite_link': everywhere,
  'group.join_requests': everywhere,

  'contact.list': row(
    true,
    but('Only people who exchanged messages with the instance.'),
    but('The contacts of the phone.'),
  ),
  'contact.check': notOnCloud,
  'contact.picture': row(true, false, but('Only if the privacy settings of the person allow it.')),
  'contact.about': row(true, false, but('Only if the privacy settings of the person allow it.')),
  'contact.block': row(true, but('Only people who sent a message in the last 24 hours.', { blocked: 64_000 }), true),
  'contact.presence': row(true, false, but('Only for chats that were opened in Switchboard.')),

  'profile.read': row(true, but('The business profile of the number.'), true),
  'profile.write': row(true, but('The business profile of the number.'), true),
  'chat.archive': localOnCloud,
  'chat.pin': localOnCloud,
  'chat.mute': localOnCloud,
  'chat.labels': row(true, but('Stored in Switchboard only.'), but('Only for business accounts.')),
  'history.import': row(false, false, but('Only the history that the phone sends during pairing.')),
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
