import type { Scope } from '../../../../shared/access/scopes';
import { EVENTS, type EventType } from '../../../../shared/events/events';
import { typesOf } from '../../../../shared/events/patterns';
import type { NewEvent } from '../../../events/emit';
import { presentRule, presentRun } from './present';
import { runCause, type RuleRow, type RunRow } from './types';

type RuleEvent = Extract<EventType, `automation.rule.${'created' | 'updated' | 'deleted' | 'disabled' | 'throttled'}`>;
type RunEvent = Extract<EventType, `automation.rule_run.${string}`>;

/** Visible to those who can read all of the rule's trigger. */
export const ruleEvent = (type: RuleEvent, row: RuleRow): NewEvent => {
  const { trigger } = row.config;
  const requires = trigger.type === 'event' ? scopesOf(typesOf(trigger.events)) : [];
  return { type, data: presentRule(row), requires };
};

/** A run shows parts of its trigger. */
export const runEvent = (type: RunEvent, run: RunRow): NewEvent => {
  const trigger = run.context.event?.['type'] as EventType | undefined;
  const requires = trigger !== undefined && trigger in EVENTS ? scopesOf([trigger]) : [];
  return { type, data: presentRun(run), requires, cause: runCause(run) };
};

const scopesOf = (types: readonly EventType[]): Scope[] => [...new Set(types.map((type) => EVENTS[type].scope))];
