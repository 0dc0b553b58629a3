import type { Inputs, Outputs } from '../../trpc';
import type { Tone } from '../../ui/tag';

export type Instance = Outputs['whatsapp']['instances']['get'];
export type Driver = Outputs['whatsapp']['drivers']['list']['data'][number];
export type DriverName = Instance['driver'];
export type Status = Instance['status'];
type StatusReason = NonNullable<Instance['status_reason']>;
type HealthCode = Instance['health']['reasons'][number]['code'];
export type InstanceChange = Inputs['whatsapp']['instances']['update'];

export const STATUS_LABELS = {
  created: { label: 'Not started', tone: 'neutral' },
  pairing: { label: 'Waiting for a scan', tone: 'warning' },
  connecting: { label: 'Starting', tone: 'info' },
  connected: { label: 'Connected', tone: 'success' },
  reconnecting: { label: 'Reconnecting', tone: 'warning' },
  disconnected: { label: 'Disconnected', tone: 'neutral' },
  logged_out: { label: 'Logged out', tone: 'error' },
  failed: { label: 'Failed', tone: 'error' },
} satisfies Record<Status, { label: string; tone: Tone }>;

/** Disconnected by a person is no error; any other reason is. */
export const toneOf = ({ status, status_reason: reason }: Instance): Tone =>
  status === 'disconnected' && reason !== null && reason !== 'user_stopped' ? 'warning' : STATUS_LABELS[status].tone;

export type Remedy = 'pair' | 'reconnect' | 'fix_credentials' | 'none';

interface ReasonLabels {
  short: string;
  what: string;
  todo: string;
  remedy: Remedy;
}

/** Every reason that the API knows: one without words does not compile. */
export const REASONS = {
  user_stopped: {
    short: 'by a person',
    what: 'Somebody of this workspace disconnected it.',
    todo: 'Its credentials are kept, and messages that wait go out once it is connected.',
    remedy: 'reconnect',
  },
  qr_expired: {
    short: 'nobody scanned the code',
    what: 'Nobody scanned the code while it was shown.',
    todo: 'Have the phone at hand, then show a new code.',
    remedy: 'pair',
  },
  device_removed: {
    short: 'the phone removed this device',
    what: 'This device was removed on the phone, under “Linked devices”.',
    todo: 'Link it again with the phone.',
    remedy: 'pair',
  },
  banned: {
    short: 'WhatsApp banned the account',
    what: 'WhatsApp banned this account.',
    todo: 'Ask WhatsApp for a review in the app on the phone. Nothing can be done about it from here.',
    remedy: 'none',
  },
  network: {
    short: 'the provider did not answer',
    what: 'The provider could not be reached.',
    todo: 'Check the network of this server, then connect.',
    remedy: 'reconnect',
  },
  token_invalid: {
    short: 'Meta refuses the access token',
    what: 'Meta refuses the access token: it is wrong, expired, or was revoked.',
    todo: 'Make a token for a system user in the Meta Business settings, and put it into the settings here.',
    remedy: 'fix_credentials',
  },
  permission_missing: {
    short: 'the token lacks a permission',
    what: 'The access token does not have the permissions that are needed.',
    todo: 'Give its system user the number with whatsapp_business_messaging and whatsapp_business_management.',
    remedy: 'fix_credentials',
  },
  phone_not_registered: {
    short: 'the number is not registered',
    what: 'The number is not registered for the Cloud API, or its id is wrong.',
    todo: 'Register it in the WhatsApp Manager, or correct the phone number id in the settings.',
    remedy: 'fix_credentials',
  },
  account_locked: {
    short: 'Meta locked the account',
    what: 'Meta locked the business account.',
    todo: 'Look into the Business Support Home of Meta. Nothing can be done about it from here.',
    remedy: 'none',
  },
  driver_not_installed: {
    short: 'its driver is missing',
    what: 'This server does not have the driver of this instance.',
    todo: 'Ask whoever runs this server to install it, then connect.',
    remedy: 'reconnect',
  },
  passkey_required: {
    short: 'needs a passkey',
    what: 'WhatsApp asks for the passkey of this account before it links a device.',
    todo: 'Answer with the passkey while a phone is linked. The operator of this server must first set WHATSAPP_WEB_PASSKEY.',
    remedy: 'pair',
  },
  passkey_confirmation: {
    short: 'needs a confirmation on the phone',
    what: 'The phone shows a code that must be the same as the code here.',
    todo: 'Compare both codes, then confirm.',
    remedy: 'pair',
  },
  replaced_by_other_client: {
    short: 'used by another client',
    what: 'Another program uses the same credentials of this linked device.',
    todo: 'Stop the other program, then connect.',
    remedy: 'reconnect',
  },
  bad_session: {
    short: 'its session is damaged',
    what: 'WhatsApp refuses the session of this linked device.',
    todo: 'Log out, then link the phone again.',
    remedy: 'pair',
  },
  client_outdated: {
    short: 'its client is outdated',
    what: 'WhatsApp refuses this version of the client.',
    todo: 'Update the server, or ask its operator to set WHATSAPP_WEB_VERSION, then connect.',
    remedy: 'reconnect',
  },
  reconnect_limit: {
    short: 'WhatsApp did not answer',
    what: 'WhatsApp was unavailable at every attempt to reconnect.',
    todo: 'Wait some minutes, then connect.',
    remedy: 'reconnect',
  },
  pairing_refused: {
    short: 'WhatsApp refused to link a device',
    what: 'WhatsApp closed the connection before it showed a QR code.',
    todo: 'Wait some hours before you connect again, or use another network.',
    remedy: 'reconnect',
  },
  no_traffic: {
    short: 'WhatsApp sends nothing',
    what: 'The connection was open, but WhatsApp sent nothing, also after a reconnect.',
    todo: 'Connect again. If that does not help, log out and link the phone again.',
    remedy: 'reconnect',
  },
} satisfies Record<StatusReason, ReasonLabels>;

const CREDENTIALS: ReadonlySet<StatusReason> = new Set(['token_invalid', 'permission_missing', 'phone_not_registered']);

/** What a person can do about its state, as the API says in `instance_not_connected`. */
export function remedyOf({ status, status_reason: reason }: Instance, driver: Driver | undefined): Remedy {
  if (reason !== null && CREDENTIALS.has(reason)) return 'fix_credentials';
  if (status === 'pairing') return 'pair';
  if (status === 'connected' || status === 'connecting' || status === 'reconnecting') return 'none';
  if (reason !== null) return REASONS[reason].remedy;
  // Logging out deletes credentials, which then have to be entered again.
  if (status === 'logged_out') return driver?.traits.pairing === 'none' ? 'fix_credentials' : 'pair';
  return 'reconnect';
}

export const needsHuman = (instance: Instance): boolean => {
  const { status, status_reason: reason } = instance;
  if (status === 'pairing' || status === 'failed' || status === 'logged_out') return true;
  return status === 'disconnected' && reason !== null && reason !== 'user_stopped';
};

export const HEALTH_LABELS = {
  new_chat_limit: 'The limit of people who were never written to is reached',
  quality_red: 'Meta rates the quality of its messages low',
  spam_limited: 'Limited by WhatsApp for unwanted messages',
  billing_problem: 'Meta cannot charge for messages: look at the payment settings',
  pair_limited: 'Too many messages to the same person in a short time',
  unconfirmed_backlog: 'Many messages are unconfirmed',
  webhook_unverified: 'Meta has not verified the webhook yet: nothing comes in',
  offline: 'Meta reports that the account cannot send',
  local_limit: 'The limits of its own settings are reached',
  account_restricted: 'WhatsApp does not let the account start new chats',
} satisfies Record<HealthCode, string>;

export const SENDING_LABELS = {
  ok: { label: 'Messages go out', tone: 'success' },
  limited: { label: 'Limited', tone: 'warning' },
  blocked: { label: 'Blocked', tone: 'error' },
} satisfies Record<Instance['health']['sending'], { label: string; tone: Tone }>;

export const QUALITY_LABELS = {
  green: 'High',
  yellow: 'Medium',
  red: 'Low',
  na: 'Not rated yet',
} satisfies Record<NonNullable<Instance['health']['quality_rating']>, string>;
