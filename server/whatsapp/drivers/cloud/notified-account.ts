import { isJsonObject, type JsonObject, asObject, asObjects } from '../../../json-object';
import type { DriverHealthEvent } from '../driver-events';
import { numberOf, textOf, timeOf } from './json';
import { parsedEvents, Malformed, personOf, unknown, type ParsedItem, type NotificationContext } from './notified';

type Read = (item: unknown, context: NotificationContext) => ParsedItem;

const READERS: Record<string, (item: JsonObject, context: NotificationContext) => ParsedItem> = {
  phone_number_quality_update: quality,
  business_capability_update: capability,
  account_update: account,
  account_alerts: alert,
  user_preferences: preference,
};

export function accountReaderOf(field: string): Read | undefined {
  const read = READERS[field];
  if (read === undefined) return undefined;
  return (item, context) => {
    if (!isJsonObject(item)) throw new Malformed('The value is no object.');
    return read(item, context);
  };
}

/** `TIER_1K` and 1000 become `1k`; -1 means unlimited. */
export function limitOf(tier: unknown): string | undefined {
  const text = textOf(tier);
  if (text === undefined) return undefined;
  const number = numberOf(tier);
  if (number === undefined) return text.replace(/^TIER_/, '').toLowerCase();
  if (number < 0) return 'unlimited';
  return number >= 1000 && number % 1000 === 0 ? `${number / 1000}k` : String(number);
}

const reason = (
  code: string,
  active: boolean,
  providerCode: unknown,
  until: Date | null = null,
): DriverHealthEvent => ({
  kind: 'health',
  reason: { code, active, until, providerCode: textOf(providerCode) ?? null },
});

function quality(item: JsonObject): ParsedItem {
  const messagingLimit = limitOf(item['max_daily_conversations_per_business'] ?? item['current_limit']);
  const limit = messagingLimit === undefined ? {} : { messagingLimit };
  const { event } = item;
  if (event === 'FLAGGED')
    return parsedEvents({ ...reason('quality_red', true, event), qualityRating: 'red', ...limit });
  if (event === 'UNFLAGGED') return parsedEvents({ ...reason('quality_red', false, event), ...limit });
  return messagingLimit === undefined ? unknown(event) : parsedEvents({ kind: 'health', messagingLimit });
}

function capability(item: JsonObject): ParsedItem {
  const tier = item['max_daily_conversations_per_business'] ?? item['max_daily_conversation_per_phone'];
  const messagingLimit = limitOf(tier);
  return messagingLimit === undefined ? unknown(null) : parsedEvents({ kind: 'health', messagingLimit });
}

function account(item: JsonObject): ParsedItem {
  const event = textOf(item['event']);
  const ban = textOf(asObject(item['ban_info'])['waba_ban_state']);
  if (ban === 'DISABLE' || event === 'ACCOUNT_DELETED') return { kind: 'events', events: [], failed: 'account_locked' };
  if (event === 'ACCOUNT_RESTRICTION') {
    return parsedEvents(
      ...asObjects(item['restriction_info']).map(({ restriction_type: type, expiration }) =>
        // Only one kind restricts business-initiated messages.
        reason(
          type === 'RESTRICTED_BIZ_INITIATED_MESSAGING' ? 'new_chat_limit' : 'spam_limited',
          true,
          type,
          timeOf(expiration) ?? null,
        ),
      ),
    );
  }
  if (event === 'ACCOUNT_VIOLATION') {
    return parsedEvents(reason('spam_limited', true, asObject(item['violation_info'])['violation_type']));
  }
  return unknown(event);
}

function alert(item: JsonObject): ParsedItem {
  const info = isJsonObject(item['alert_info']) ? item['alert_info'] : item;
  const type = textOf(info['alert_type']) ?? '';
  if (!/BILLING|PAYMENT|CREDIT/.test(type)) return unknown(type);
  return parsedEvents(reason('billing_problem', info['alert_status'] !== 'RESOLVED', type));
}

function preference(item: JsonObject, context: NotificationContext): ParsedItem {
  const person = personOf(item['wa_id'], item['user_id'], context.people);
  if (person === undefined) throw new Malformed('wa_id is missing.');
  if (item['category'] !== 'marketing_messages') return unknown(item['category']);
  if (item['value'] !== 'stop' && item['value'] !== 'resume') return unknown(item['value']);
  return parsedEvents({ kind: 'contact', person, optOut: item['value'] === 'stop' ? 'marketing' : 'none' });
}
