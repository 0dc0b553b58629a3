import { locale } from '../../../i18n/locale';
import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';
import { textTable } from '../text-table';
import { t } from './texts';

export type Template = Outputs['whatsapp']['templates']['get'];

export const CATEGORIES: Record<Template['category'], string> = textTable(
  ['authentication', 'marketing', 'utility'],
  (category) => t(`category_${category}`),
);

export const QUALITIES: Record<Template['quality'], string> = textTable(
  ['green', 'yellow', 'red', 'unknown'],
  (quality) => t(`quality_${quality}`),
);

const TONES = {
  approved: 'success',
  pending: 'info',
  in_appeal: 'info',
  rejected: 'error',
  disabled: 'error',
  paused: 'warning',
} as const satisfies Record<string, Tone>;
type Known = keyof typeof TONES;
const isKnown = (status: string): status is Known => status in TONES;

export const statuses = (): { value: string; label: string }[] =>
  (Object.keys(TONES) as Known[]).map((value) => ({ value, label: t(`status_${value}`) }));

/** Meta may add statuses that are not in this list. */
export const statusOf = (status: string): { label: string; tone: Tone } =>
  isKnown(status)
    ? { label: t(`status_${status}`), tone: TONES[status] }
    : { label: status.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()), tone: 'neutral' };

/** The name of a language as Meta writes it, `en_US`. */
export function languageOf(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
