import { isSameJson } from '../../../ui/form/same-json';
import {
  checkDraft,
  contentOf,
  newDraft,
  SEND_TYPES,
  type Draft,
  type SendType,
} from '../../whatsapp/messages/composer/draft';

export interface MessageDraft {
  type: SendType | '';
  content: Draft['content'];
}

export const newMessage = (type: MessageDraft['type'] = ''): MessageDraft => ({
  type,
  content: newDraft(type === '' ? 'text' : type).content,
});

/** As the API takes it. A place may hold a template; `reactsTo` is the message that a reaction answers. */
export function messageOf({ type, content }: MessageDraft, reactsTo?: string): Record<string, unknown> | undefined {
  if (type === '') return undefined;
  const message = contentOf({ ...newDraft(type), content }, reactsTo);
  return message.type === 'location'
    ? { ...message, latitude: degrees(content.latitude), longitude: degrees(content.longitude) }
    : message;
}

const degrees = (typed: string): number | string =>
  typed.trim() === '' || Number.isNaN(Number(typed)) ? typed : Number(typed);

const isTemplate = (value: string): boolean => value.includes('{{');

/** Required fields of the message that are empty, by their names below `content`. */
export function faultsInMessage({ type, content }: MessageDraft, reactsTo?: string): Record<string, string> {
  if (type === '') return {};
  const faults = checkDraft({ ...newDraft(type), content }, reactsTo);
  return Object.fromEntries(
    Object.entries(faults).filter(
      ([name]) => !(['latitude', 'longitude'] as const).some((one) => name.endsWith(one) && isTemplate(content[one])),
    ),
  );
}

/** The message as form fields; undefined when they cannot express all of it. */
export function messageDraftOf(message: unknown, reactsTo?: string): MessageDraft | undefined {
  if (!isObject(message)) return undefined;
  const type = SEND_TYPES.find((one) => one === message['type']);
  if (type === undefined) return undefined;
  const draft: MessageDraft = { type, content: filled(newDraft(type).content, message) };
  return isSameJson(messageOf(draft, reactsTo), message) ? draft : undefined;
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** What has the same name in both, and what the fields hold in a way of their own. */
function filled(empty: Draft['content'], message: Fields): Draft['content'] {
  const same = Object.entries(message).filter(([name, value]) => {
    const own: unknown = (empty as unknown as Fields)[name];
    return own !== undefined && typeof own === typeof value && Array.isArray(own) === Array.isArray(value);
  });
  const content = { ...empty, ...(Object.fromEntries(same) as Partial<Draft['content']>) };
  const [section] = listIn(message['sections']);
  const variables = isObject(message['variables']) ? message['variables']['body'] : undefined;
  return {
    ...content,
    media: { ...empty.media, ...content.media },
    latitude: textIn(message['latitude']),
    longitude: textIn(message['longitude']),
    many: message['selectable_count'] === 0,
    buttons: listIn(message['buttons']).map(({ title }) => ({ title: textIn(title) })),
    sections: [
      {
        rows: listIn(section?.['rows']).map(({ title, description }) => ({
          title: textIn(title),
          description: textIn(description),
        })),
      },
    ],
    variables: { body: Array.isArray(variables) ? variables.map(textIn) : [] },
  };
}
