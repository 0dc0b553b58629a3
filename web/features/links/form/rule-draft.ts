import { DAY_MS } from '../../../../shared/durations';
import { locale } from '../../../i18n/locale';
import type { Link } from '../labels';
import { localTime } from '../local-time';
import { t } from './texts';

type Rule = Link['targeting'][number];
type Condition = Rule['conditions'][number];

/** What a condition looks at; hours of the week and instants are one type in the API. */
export const CONDITIONS = {
  country: { label: () => t('country'), hint: () => 'DE, AT' },
  continent: { label: () => t('continent'), values: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] },
  region: { label: () => t('region'), hint: () => 'DE-BY' },
  city: { label: () => t('city'), hint: () => 'Lisboa' },
  device: { label: () => t('device'), values: ['desktop', 'mobile', 'tablet', 'tv', 'other'] },
  os: { label: () => t('system'), values: ['Windows', 'macOS', 'iOS', 'Android', 'Linux', 'ChromeOS', 'other'] },
  browser: {
    label: () => t('browser'),
    values: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet', 'Brave', 'other'],
  },
  language: { label: () => t('language'), hint: () => 'pt, pt-BR' },
  referrer_host: { label: () => t('referrer'), hint: () => '*.example.com' },
  query: { label: () => t('query'), hint: () => t('anyValue') },
  hours: { label: () => t('hours') },
  time: { label: () => t('span') },
} as const satisfies Record<string, { label: () => string; hint?: () => string; values?: readonly string[] }>;
export type ConditionType = keyof typeof CONDITIONS;

export interface ConditionDraft {
  type: ConditionType;
  op: 'in' | 'not_in';
  values: string[];
  /** Of a query parameter. */
  name: string;
  /** Of a span, as `datetime-local` fields write it. */
  after: string;
  before: string;
  /** Of hours: 1 is Monday. */
  days: number[];
  from: string;
  to: string;
  timezone: string;
}

export interface RuleDraft {
  key: string;
  url: string;
  conditions: ConditionDraft[];
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const newCondition = (type: ConditionType): ConditionDraft => ({
  type,
  op: 'in',
  values: [],
  name: '',
  after: '',
  before: '',
  days: [],
  from: '',
  to: '',
  timezone: ownZone(),
});

export const ruleDraftOf = ({ key, url, conditions }: Rule): RuleDraft => ({
  key,
  url,
  conditions: conditions.map(draftOfCondition),
});

function draftOfCondition(condition: Condition): ConditionDraft {
  const { op } = condition;
  if (condition.type === 'time') {
    const { after, before, days, from, to, timezone } = condition;
    const isSpan = (after ?? before) !== undefined;
    return {
      ...newCondition(isSpan ? 'time' : 'hours'),
      op,
      after: localTime(after ?? null),
      before: localTime(before ?? null),
      days: days ?? [],
      from: from ?? '',
      to: to ?? '',
      timezone: timezone ?? 'UTC',
    };
  }
  const values = [...(condition.values ?? [])];
  const name = condition.type === 'query' ? condition.name : '';
  return { ...newCondition(condition.type), op, values, name };
}

/** A condition as the API takes it. */
export function conditionOf(draft: ConditionDraft): unknown {
  const { type, op, values, name, after, before, days, from, to, timezone } = draft;
  if (type === 'time') {
    return {
      type,
      op,
      ...(after === '' ? {} : { after: new Date(after).toISOString() }),
      ...(before === '' ? {} : { before: new Date(before).toISOString() }),
    };
  }
  if (type === 'hours') {
    return {
      type: 'time',
      op,
      ...(days.length > 0 ? { days } : {}),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
      timezone,
    };
  }
  if (type === 'query') return { type, op, name: name.trim(), ...(values.length > 0 ? { values } : {}) };
  return { type, op, values };
}

const MONDAY = Date.UTC(2024, 0, 1);
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
/** Of 1, Monday, to 7. */
export const dayName = (day: number): string => weekday.format(MONDAY + (day - 1) * DAY_MS);

const anyOf = (values: readonly string[]): string =>
  values.reduce((first, second) => (first === '' ? second : t('orJoin', { first, second })), '');

/** A condition as a sentence has it: `Country is DE or AT`. */
export function conditionLabel(draft: ConditionDraft): string {
  const { type, op, values, name, after, before, days, from, to, timezone } = draft;
  const says = (what: string, text: string) =>
    op === 'in' ? t('conditionIs', { what, values: text }) : t('conditionIsNot', { what, values: text });
  if (type === 'time') {
    const ends = [
      after && t('afterTime', { time: after.replace('T', ' ') }),
      before && t('beforeTime', { time: before.replace('T', ' ') }),
    ].filter(Boolean);
    const [first = '', second] = ends;
    return says(t('timeWord'), second === undefined ? first : t('andJoin', { first, second }));
  }
  if (type === 'hours') {
    const when = [days.map(dayName).join(', '), from && `${from}–${to}`].filter(Boolean).join(' ');
    return says(t('timeWord'), `${when} (${timezone})`);
  }
  if (type === 'query') {
    if (values.length > 0) return says(t('parameterNamed', { name }), anyOf(values));
    return op === 'in' ? t('parameterThere', { name }) : t('parameterMissing', { name });
  }
  return says(CONDITIONS[type].label(), anyOf(values));
}
