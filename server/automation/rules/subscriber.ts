import type { Subscriber } from '../../events/ports';
import { subscriberOf } from '../../events/subscribers';
import type { RuleSubscriberRow } from '../queries/rules';

export function ruleSubscriberOf({ id, config: { trigger }, grant }: RuleSubscriberRow): Subscriber {
  const [events, selectors] = trigger.type === 'event' ? [trigger.events, trigger.selectors ?? {}] : [[], {}];
  return { ...subscriberOf({ no: 0, id, events, selectors, grant, status: 'active' }), isRule: true };
}
