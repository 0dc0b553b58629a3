import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';

export type Template = Outputs['whatsapp']['templates']['get'];

export const CATEGORIES = {
  authentication: 'Authentication',
  marketing: 'Marketing',
  utility: 'Utility',
} satisfies Record<Template['category'], string>;

export const QUALITIES = {
  green: 'High',
  yellow: 'Medium',
  red: 'Low',
  unknown: 'Not rated yet',
} satisfies Record<Template['quality'], string>;

const STATUS: Record<string, { label: string; tone: Tone }> = {
  approved: { label: 'Approved', tone: 'success' },
  pending: { label: 'In review', tone: 'info' },
  in_appeal: { label: 'In appeal', tone: 'info' },
  rejected: { label: 'Rejected', tone: 'error' },
  disabled: { label: 'Disabled', tone: 'error' },
  paused: { label: 'Paused', tone: 'warning' },
};
export const STATUSES = Object.entries(STATUS).map(([value, { label }]) => ({ value, label }));

/** Meta may add statuses that are not in this list. */
export const statusOf = (status: string): { label: string; tone: Tone } =>
  STATUS[status] ?? {
    label: status.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
    tone: 'neutral',
  };

/** The name of a language as Meta writes it, `en_US`. */
export function languageOf(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
