import type { Tone } from '../../../ui/tag';
import type { Driver, Instance } from '../labels';
import { textTable } from '../text-table';
import { t } from './texts';

type StatusReason = NonNullable<Instance['status_reason']>;
type HealthCode = Instance['health']['reasons'][number]['code'];
type Sending = Instance['health']['sending'];
export type Remedy = 'pair' | 'reconnect' | 'fix_credentials' | 'none';

interface ReasonLabels {
  short: string;
  what: string;
  todo: string;
  remedy: Remedy;
}

const explained = (name: StatusReason, remedy: Remedy): ReasonLabels => ({
  get short() {
    return t(`short_${name}`);
  },
  get what() {
    return t(`what_${name}`);
  },
  get todo() {
    return t(`todo_${name}`);
  },
  remedy,
});

/** Every reason that the API knows: one without texts does not compile. */
export const REASONS: Record<StatusReason, ReasonLabels> = {
  user_stopped: explained('user_stopped', 'reconnect'),
  qr_expired: explained('qr_expired', 'pair'),
  device_removed: explained('device_removed', 'pair'),
  banned: explained('banned', 'none'),
  network: explained('network', 'reconnect'),
  token_invalid: explained('token_invalid', 'fix_credentials'),
  permission_missing: explained('permission_missing', 'fix_credentials'),
  phone_not_registered: explained('phone_not_registered', 'fix_credentials'),
  account_locked: explained('account_locked', 'none'),
  driver_not_installed: explained('driver_not_installed', 'reconnect'),
  passkey_required: explained('passkey_required', 'pair'),
  passkey_confirmation: explained('passkey_confirmation', 'pair'),
  replaced_by_other_client: explained('replaced_by_other_client', 'reconnect'),
  bad_session: explained('bad_session', 'pair'),
  client_outdated: explained('client_outdated', 'reconnect'),
  reconnect_limit: explained('reconnect_limit', 'reconnect'),
  pairing_refused: explained('pairing_refused', 'reconnect'),
  no_traffic: explained('no_traffic', 'reconnect'),
};

const CREDENTIALS: ReadonlySet<StatusReason> = new Set(['token_invalid', 'permission_missing', 'phone_not_registered']);

/** What a person can do about its state, as the API says in `instance_not_connected`. */
export function remedyOf({ status, status_reason: why }: Instance, driver: Driver | undefined): Remedy {
  if (why !== null && CREDENTIALS.has(why)) return 'fix_credentials';
  if (status === 'pairing') return 'pair';
  if (status === 'connected' || status === 'connecting' || status === 'reconnecting') return 'none';
  if (why !== null) return REASONS[why].remedy;
  // Logging out deletes credentials, which then have to be entered again.
  if (status === 'logged_out') return driver?.traits.pairing === 'none' ? 'fix_credentials' : 'pair';
  return 'reconnect';
}

export const needsHuman = (instance: Instance): boolean => {
  const { status, status_reason: why } = instance;
  if (status === 'pairing' || status === 'failed' || status === 'logged_out') return true;
  return status === 'disconnected' && why !== null && why !== 'user_stopped';
};

export const HEALTH_LABELS: Record<HealthCode, string> = textTable(
  [
    'new_chat_limit',
    'quality_red',
    'spam_limited',
    'billing_problem',
    'pair_limited',
    'unconfirmed_backlog',
    'webhook_unverified',
    'offline',
    'local_limit',
    'account_restricted',
  ],
  (code) => t(`health_${code}`),
);

const sendingAs = (name: Sending, tone: Tone) => ({
  get label() {
    return t(`sending_${name}`);
  },
  tone,
});

export const SENDING_LABELS: Record<Sending, { label: string; tone: Tone }> = {
  ok: sendingAs('ok', 'success'),
  limited: sendingAs('limited', 'warning'),
  blocked: sendingAs('blocked', 'error'),
};

export const QUALITY_LABELS: Record<NonNullable<Instance['health']['quality_rating']>, string> = textTable(
  ['green', 'yellow', 'red', 'na'],
  (rating) => t(`quality_${rating}`),
);
