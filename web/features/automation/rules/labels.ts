import type { Rule } from '../../../../shared/automation/rule';
import type { RuleAction, RuleActionType } from '../../../../shared/automation/rule-action';
import type { RuleRun, RuleRunStep } from '../../../../shared/automation/rule-run';
import { formatCount, formatList } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';

export type { Rule, RuleAction, RuleActionType };

export const STATUSES = {
  active: { label: 'Active', tone: 'success' },
  paused: { label: 'Paused', tone: 'warning' },
  disabled: { label: 'Disabled', tone: 'error' },
} satisfies Record<Rule['status'], { label: string; tone: Tone }>;

export const RUN_STATUSES = {
  queued: { label: 'Queued', tone: 'info' },
  running: { label: 'Running', tone: 'info' },
  waiting: { label: 'Waiting', tone: 'warning' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  failed: { label: 'Failed', tone: 'error' },
  canceled: { label: 'Canceled', tone: 'neutral' },
} satisfies Record<RuleRun['status'], { label: string; tone: Tone }>;

export const STEP_STATUSES = {
  pending: { label: 'Not begun', tone: 'neutral' },
  waiting: { label: 'Waiting', tone: 'warning' },
  succeeded: { label: 'Done', tone: 'success' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'error' },
} satisfies Record<RuleRunStep['status'], { label: string; tone: Tone }>;

export const RUN_REASONS = {
  debounce: 'Waits until it is quiet.',
  delay: 'Waits in a step.',
  retry: 'A step failed and is tried again.',
  trigger_failed: 'A condition or key could not be judged.',
  step_failed: 'A step failed.',
  canceled: 'Somebody canceled it.',
  rule_paused: 'The rule was paused before it began.',
  rule_disabled: 'The rule was disabled before it began.',
  rule_deleted: 'The rule was deleted before it began.',
  ignored: 'The rule ignores this sender or chat.',
  stop_word: 'The other side wrote a stop word in this session.',
  person_answers: 'A person wrote in the chat, so the rule stays silent for a while.',
  session_limit: 'The rule has replied as often as it may in this session.',
} satisfies Record<NonNullable<RuleRun['reason']>, string>;

export const DISABLED_REASONS = {
  failing: 'twenty of its runs failed in a row.',
} satisfies Record<NonNullable<Rule['disabled_reason']>, string>;

export const ACTIONS = {
  reply: { label: 'Reply to the message', done: 'Reply' },
  publish: { label: 'Publish', done: 'Publish' },
  create_link: { label: 'Create a short link', done: 'Short link' },
  webhook: { label: 'Call a webhook', done: 'Webhook' },
  delay: { label: 'Wait', done: 'Wait' },
  ai_complete: { label: 'Ask a model', done: 'Model' },
  ai_transcribe: { label: 'Transcribe the recording', done: 'Transcript' },
} satisfies Record<RuleActionType, { label: string; done: string }>;

export const TRIGGERS = {
  event: 'When something happens',
  schedule: 'At times',
  manual: 'When it is called',
} satisfies Record<Rule['trigger']['type'], string>;

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];
const SHORT_CRONS: Readonly<Record<string, string>> = {
  '@hourly': 'Every hour',
  '@daily': 'Daily at 00:00',
  '@weekly': 'Sundays at 00:00',
  '@monthly': 'First of the month at 00:00',
};

/** Common cron expressions in words, others as they are. */
function cronLabel(cron: string): string {
  const [, minute = '', hour = '', date = '', weekday = ''] =
    /^(\d{1,2}) (\d{1,2}) (\*|1) \* (\*|1-5|[0-7])$/.exec(cron) ?? [];
  const at = `at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (date === '1') return weekday === '*' ? `First of the month ${at}` : cron;
  if (weekday === '*') return `Daily ${at}`;
  if (weekday === '1-5') return `Weekdays ${at}`;
  return weekday === '' ? (SHORT_CRONS[cron] ?? cron) : `${WEEKDAYS[Number(weekday)]} ${at}`;
}

/** Whether what sets it off is a name of the API. */
export const isTechnical = ({ type }: Rule['trigger']): boolean => type === 'event';

export function triggerLabel(trigger: Rule['trigger']): string {
  if (trigger.type === 'manual') return 'It is called';
  if (trigger.type === 'schedule') return `${cronLabel(trigger.cron)} · ${trigger.timezone}`;
  const [first = '', ...rest] = trigger.events;
  return rest.length === 0 ? first : `${first} and ${formatCount(rest.length, 'other')}`;
}

export const actionLabel = (actions: readonly RuleAction[]): string =>
  formatList(actions.map(({ type }) => ACTIONS[type].done.toLowerCase()));
