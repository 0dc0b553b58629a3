import type { Link } from '../labels';
import { localTime } from '../local-time';

type Rule = Link['targeting'][number];
type Condition = Rule['conditions'][number];

/** What a condition looks at; hours of the week and instants are one type in the API. */
export const CONDITIONS = {
  country: { label: 'Country', hint: 'DE, AT' },
  continent: { label: 'Continent', values: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] },
  region: { label: 'Region', hint: 'DE-BY' },
  city: { label: 'City', hint: 'Berlin' },
  device: { label: 'Device', values: ['desktop', 'mobile', 'tablet', 'tv', 'other'] },
  os: { label: 'System', values: ['Windows', 'macOS', 'iOS', 'Android', 'Linux', 'ChromeOS', 'other'] },
  browser: {
    label: 'Browser',
    values: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet', 'Brave', 'other'],
  },
  language: { label: 'Language', hint: 'pt, pt-BR' },
  referrer_host: { label: 'Referrer', hint: '*.example.com' },
  query: { label: 'Query parameter', hint: 'any value' },
  hours: { label: 'Hours of the week' },
  time: { label: 'Time span' },
} as const satisfies Record<string, { label: string; hint?: string; values?: readonly string[] }>;
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

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
export const dayName = (day: number): string => DAYS[day - 1] ?? '';

/** A condition as a sentence has it: `country is DE or AT`. */
export function conditionLabel(draft: ConditionDraft): string {
  const { type, op, values, name, after, before, days, from, to, timezone } = draft;
  const is = op === 'in' ? 'is' : 'is not';
  const { label } = CONDITIONS[type];
  if (type === 'time') {
    const ends = [after && `after ${after.replace('T', ' ')}`, before && `before ${before.replace('T', ' ')}`];
    return `Time ${is} ${ends.filter(Boolean).join(' and ')}`;
  }
  if (type === 'hours') {
    const when = [days.map(dayName).join(', '), from && `${from}–${to}`].filter(Boolean).join(' ');
    return `Time ${is} ${when} (${timezone})`;
  }
  if (type === 'query') {
    return values.length === 0
      ? `Parameter ${name} is ${op === 'in' ? '' : 'not '}there`
      : `Parameter ${name} ${is} ${values.join(' or ')}`;
  }
  return `${label} ${is} ${values.join(' or ')}`;
}
