import { isJsonObject, type JsonObject, asList, asObjects } from '../../../json-object';
import type { DriverTemplateEvent } from '../driver-events';
import { textOf } from './json';
import { parsedEvents, Malformed, needed, type ParsedItem, type NotificationContext } from './notified';

type Read = (item: unknown, context: NotificationContext) => ParsedItem;

const READERS: Record<string, (value: JsonObject) => Partial<DriverTemplateEvent>> = {
  message_template_status_update: (value) => ({
    status: needed(value['event'], 'event').toLowerCase(),
    rejectionReason: rejectionOf(value['reason']),
  }),
  message_template_quality_update: (value) => ({ quality: qualityOf(value['new_quality_score']) }),
  template_category_update: (value) => definedCategory(value['new_category'] ?? value['correct_category']),
  message_template_components_update: (value) => ({ components: componentsOf(value) }),
};

export function templateReaderOf(field: string): Read | undefined {
  const read = READERS[field];
  if (read === undefined) return undefined;
  return (item) => {
    if (!isJsonObject(item)) throw new Malformed('The value is no object.');
    return parsedEvents({
      kind: 'template',
      providerTemplateId: needed(item['message_template_id'], 'message_template_id'),
      name: textOf(item['message_template_name']) ?? '',
      language: textOf(item['message_template_language']) ?? '',
      ...read(item),
    });
  };
}

export function rejectionOf(reason: unknown): string | null {
  const text = textOf(reason);
  return text === undefined || text === 'NONE' ? null : text.toLowerCase();
}

export function qualityOf(score: unknown): 'green' | 'yellow' | 'red' | 'unknown' {
  const text = textOf(score)?.toLowerCase();
  return (['green', 'yellow', 'red'] as const).find((known) => known === text) ?? 'unknown';
}

export function categoryOf(category: unknown): DriverTemplateEvent['category'] {
  const text = textOf(category)?.toLowerCase();
  return (['authentication', 'marketing', 'utility'] as const).find((known) => known === text);
}

function definedCategory(given: unknown): Partial<DriverTemplateEvent> {
  const category = categoryOf(given);
  if (category === undefined) throw new Malformed('new_category is missing.');
  return { category };
}

/** Here Meta sends the parts as separate members, elsewhere as a list. */
function componentsOf(value: JsonObject): JsonObject[] {
  if (Array.isArray(value['components'])) return asObjects(value['components']);
  const parts: [name: string, type: string][] = [
    ['message_template_title', 'HEADER'],
    ['message_template_element', 'BODY'],
    ['message_template_footer', 'FOOTER'],
  ];
  const texts = parts.flatMap(([name, type]) => {
    const text = textOf(value[name]);
    return text === undefined ? [] : [{ type, text, ...(type === 'HEADER' ? { format: 'TEXT' } : {}) }];
  });
  const buttons = asList(value['message_template_buttons']).filter(isJsonObject).map(buttonOf);
  return buttons.length === 0 ? texts : [...texts, { type: 'BUTTONS', buttons }];
}

const buttonOf = (button: JsonObject): JsonObject => ({
  type: button['message_template_button_type'],
  text: button['message_template_button_text'],
  ...(button['message_template_button_url'] === undefined ? {} : { url: button['message_template_button_url'] }),
});
