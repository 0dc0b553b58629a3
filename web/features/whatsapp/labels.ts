import type { Inputs, Outputs } from '../../trpc';
import type { Tone } from '../../ui/tag';
import { t } from './texts';

export type Instance = Outputs['whatsapp']['instances']['get'];
export type Driver = Outputs['whatsapp']['drivers']['list']['data'][number];
export type DriverName = Instance['driver'];
export type Status = Instance['status'];
export type InstanceChange = Inputs['whatsapp']['instances']['update'];

const labeled = <T extends Tone>(name: Status, tone: T) => ({
  get label() {
    return t(`status_${name}`);
  },
  tone,
});

export const STATUS_LABELS = {
  created: labeled('created', 'neutral'),
  pairing: labeled('pairing', 'warning'),
  connecting: labeled('connecting', 'info'),
  connected: labeled('connected', 'success'),
  reconnecting: labeled('reconnecting', 'warning'),
  disconnected: labeled('disconnected', 'neutral'),
  logged_out: labeled('logged_out', 'error'),
  failed: labeled('failed', 'error'),
} satisfies Record<Status, { label: string; tone: Tone }>;

/** Disconnected by a person is no error; any other reason is. */
export const toneOf = ({ status, status_reason: reason }: Instance): Tone =>
  status === 'disconnected' && reason !== null && reason !== 'user_stopped' ? 'warning' : STATUS_LABELS[status].tone;
