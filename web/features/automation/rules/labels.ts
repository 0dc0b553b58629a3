import type { Rule } from '../../../../shared/automation/rule';
import type { RuleAction, RuleActionType } from '../../../../shared/automation/rule-action';
import type { RuleRun, RuleRunStep } from '../../../../shared/automation/rule-run';
import { locale } from '../../../i18n/locale';
import { formatList } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';
import type { StateLabels } from '../state-tag';
import { t } from './texts';

export type { Rule, RuleAction, RuleActionType };

/** The label is read when it is shown: a translation may come after this module. */
const state = (label: () => string, tone: Tone): StateLabels => ({
  get label() {
    return label();
  },
  tone,
});

export const STATUSES: Record<Rule['status'], StateLabels> = {
  active: state(() => t('status_active'), 'success'),
  paused: state(() => t('status_paused'), 'warning'),
  disabled: state(() => t('status_disabled'), 'error'),
};

export const RUN_STATUSES: Record<RuleRun['status'], StateLabels> = {
  queued: state(() => t('run_queued'), 'info'),
  running: state(() => t('run_running'), 'info'),
  waiting: state(() => t('run_waiting'), 'info'),
  succeeded: state(() => t('run_succeeded'), 'success'),
  failed: state(() => t('run_failed'), 'error'),
  canceled: state(() => t('run_canceled'), 'neutral'),
};

export const STEP_STATUSES: Record<RuleRunStep['status'], StateLabels> = {
  pending: state(() => t('step_pending'), 'neutral'),
  waiting: state(() => t('step_waiting'), 'info'),
  succeeded: state(() => t('step_succeeded'), 'success'),
  skipped: state(() => t('step_skipped'), 'neutral'),
  failed: state(() => t('step_failed'), 'error'),
};

export const TRIGGERS = ['event', 'schedule', 'manual'] as const satisfies readonly Rule['trigger']['type'][];
export const ACTIONS = [
  'reply',
  'publish',
  'ai_complete',
  'create_link',
  'webhook',
  'delay',
  'ai_transcribe',
] as const satisfies readonly RuleActionType[];

export const runReason = (reason: NonNullable<RuleRun['reason']>): string => t(`reason_${reason}`);
export const disabledReason = (reason: NonNullable<Rule['disabled_reason']>): string => t(`disabled_${reason}`);
export const triggerName = (trigger: Rule['trigger']['type']): string => t(`trigger_${trigger}`);
export const actionName = (type: RuleActionType): string => t(`action_${type}`);

export const optionsOf = <T extends string>(labels: Readonly<Record<T, StateLabels>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value].label }));

/** 7 January 2024 was a Sunday. */
const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 7 + (day % 7)));
const ALIASES: Readonly<Record<string, string>> = {
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
};

/** Common cron expressions in words, others as they are. */
function cronLabel(cron: string): string {
  if (cron === '@hourly') return t('everyHour');
  const [, minute = '', hour = '', date = '', weekday = ''] =
    /^(\d{1,2}) (\d{1,2}) (\*|1) \* (\*|1-5|[0-7])$/.exec(ALIASES[cron] ?? cron) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (weekday === '') return cron;
  if (date === '1') return weekday === '*' ? t('monthlyAt', { time }) : cron;
  if (weekday === '*') return t('dailyAt', { time });
  if (weekday === '1-5') return t('weekdaysAt', { time });
  return t('weekdayAt', { weekday: weekdayName(Number(weekday)), time });
}

/** `nameOf` returns the display name of an event type. */
export function triggerLabel(trigger: Rule['trigger'], nameOf: (type: string) => string): string {
  if (trigger.type === 'manual') return t('trigger_manual');
  if (trigger.type === 'schedule') return `${cronLabel(trigger.cron)} · ${trigger.timezone}`;
  const [first = '', ...rest] = trigger.events;
  return rest.length === 0 ? nameOf(first) : t('andOthers', { first: nameOf(first), count: rest.length });
}

export const actionsLabel = (actions: readonly RuleAction[]): string =>
  formatList(actions.map(({ type }) => actionName(type)));
