import type { Inputs } from '../../../../trpc';
import type { Recipient } from '../../recipients/recipient';
import { t } from './texts';

export type SendInput = Inputs['whatsapp']['messages']['send'];
export type SendContent = SendInput['content'];
export type SendType = SendContent['type'];

/** Every type that can be sent, in the order of the menu, with what a driver has to be able to. */
export const SEND_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contacts',
  'poll',
  'buttons',
  'list',
  'cta_url',
  'template',
  'reaction',
] as const satisfies readonly SendType[];

const FILES = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const;
export type FileType = (typeof FILES)[number];
export const isFile = (type: SendType): type is FileType => (FILES as readonly string[]).includes(type);

/** Sent as numbered text where the network has no such message type. */
export const hasFallback = (type: SendType): boolean => type === 'buttons' || type === 'list';

/** Field names are those of the API, so that its errors find their fields. */
export interface Draft {
  to: string;
  type: SendType;
  content: {
    text: string;
    link_preview: boolean;
    media: { url: string; media_id: string };
    caption: string;
    filename: string;
    view_once: boolean;
    latitude: string;
    longitude: string;
    name: string;
    address: string;
    contacts: { name: { formatted: string }; phones: { phone: string }[] }[];
    question: string;
    options: string[];
    many: boolean;
    body: string;
    footer: string;
    buttons: { title: string }[];
    button: string;
    sections: { rows: { title: string; description: string }[] }[];
    title: string;
    url: string;
    language: string;
    variables: { body: string[] };
    emoji: string;
  };
  client_reference: string;
  schedule_at: string;
  /** Seconds as text; empty for the default of a day. */
  expires_after_seconds: string;
  /** Milliseconds as text; empty for none. */
  simulate_typing_ms: string;
  mentions: readonly Recipient[];
  everyone: boolean;
  fallback: boolean;
}

export const newDraft = (type: SendType = 'text'): Draft => ({
  to: '',
  type,
  content: {
    text: '',
    link_preview: false,
    media: { url: '', media_id: '' },
    caption: '',
    filename: '',
    view_once: false,
    latitude: '',
    longitude: '',
    name: '',
    address: '',
    contacts: [{ name: { formatted: '' }, phones: [{ phone: '' }] }],
    question: '',
    options: ['', ''],
    many: false,
    body: '',
    footer: '',
    buttons: [{ title: '' }],
    button: '',
    sections: [{ rows: [{ title: '', description: '' }] }],
    title: '',
    url: '',
    language: 'en_US',
    variables: { body: [] },
    emoji: '👍',
  },
  client_reference: '',
  schedule_at: '',
  expires_after_seconds: '',
  simulate_typing_ms: '',
  mentions: [],
  everyone: false,
  fallback: false,
});

function filled<T extends Record<string, string | boolean>>(fields: T): { [K in keyof T]?: T[K] } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== false)) as {
    [K in keyof T]?: T[K];
  };
}

/** Ids come back when somebody presses a button; people see the titles. */
const idOf = (title: string, index: number): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || `choice-${index + 1}`;

const identified = (titles: readonly string[]): { id: string; title: string }[] => {
  const seen = new Set<string>();
  return titles.map((title, index) => {
    const id = seen.has(idOf(title, index)) ? `${idOf(title, index)}-${index + 1}` : idOf(title, index);
    seen.add(id);
    return { id, title };
  });
};

/** An empty field is not zero. */
const degrees = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** The content as the call takes it. What is wrong with it, the server says at its field. */
export function contentOf({ type, content: of }: Draft, reactsTo?: string): SendContent {
  const { media_id: mediaId, url } = of.media;
  const media = mediaId === '' ? { url } : { media_id: mediaId };
  const viewOnce = filled({ view_once: of.view_once });
  switch (type) {
    case 'text':
      return { type, text: of.text, ...filled({ link_preview: of.link_preview }) };
    case 'image':
    case 'video':
      return { type, media, ...filled({ caption: of.caption }), ...viewOnce };
    case 'document':
      return { type, media, ...filled({ caption: of.caption, filename: of.filename }), ...viewOnce };
    case 'audio':
    case 'voice':
    case 'sticker':
      return { type, media, ...viewOnce };
    case 'location': {
      const place = filled({ name: of.name, address: of.address });
      return { type, latitude: degrees(of.latitude), longitude: degrees(of.longitude), ...place };
    }
    case 'contacts':
      return { type, contacts: of.contacts };
    case 'poll':
      return { type, question: of.question, options: of.options, ...(of.many ? { selectable_count: 0 } : {}) };
    case 'buttons': {
      const buttons = identified(of.buttons.map(({ title }) => title));
      return { type, body: of.body, ...filled({ footer: of.footer }), buttons };
    }
    case 'list': {
      const rows = of.sections.flatMap((section) => section.rows);
      const ids = identified(rows.map(({ title }) => title));
      const described = ids.map((row, index) => ({
        ...row,
        ...filled({ description: rows[index]?.description ?? '' }),
      }));
      return {
        type,
        body: of.body,
        ...filled({ footer: of.footer }),
        button: of.button,
        sections: [{ rows: described }],
      };
    }
    case 'cta_url':
      return { type, body: of.body, ...filled({ footer: of.footer }), title: of.title, url: of.url };
    case 'template': {
      const { body } = of.variables;
      return { type, name: of.name, language: of.language, ...(body.length > 0 ? { variables: { body } } : {}) };
    }
    case 'reaction':
      return { type, message_id: reactsTo ?? '', emoji: of.emoji };
    default:
      return type satisfies never;
  }
}

function mentionsOf({ mentions, everyone }: Draft): Pick<SendInput, 'mentions'> {
  if (everyone) return { mentions: ['everyone'] };
  return mentions.length === 0 ? {} : { mentions: mentions.map(({ to }) => to) };
}

export function sendInputOf(draft: Draft, instanceId: string, to: string, replyTo?: string): SendInput {
  const {
    schedule_at: at,
    client_reference: ref,
    expires_after_seconds: lasts,
    simulate_typing_ms: typing,
    type,
  } = draft;
  return {
    instance_id: instanceId,
    to,
    content: contentOf(draft, replyTo),
    ...(replyTo === undefined || type === 'reaction' ? {} : { reply_to: replyTo }),
    ...filled({ client_reference: ref }),
    ...(at === '' ? {} : { schedule_at: new Date(at).toISOString() }),
    ...(lasts === '' ? {} : { expires_after_seconds: Number(lasts) }),
    ...(typing === '' ? {} : { simulate_typing_ms: Number(typing) }),
    ...mentionsOf(draft),
    ...(hasFallback(type) && draft.fallback ? { fallback: 'text' as const } : {}),
  };
}

/** Required fields that are empty. The server validates the rest. */
export function checkDraft({ type, content: of }: Draft, replyTo?: string): Record<string, string> {
  const faults: Record<string, string> = {};
  const need = (name: string, value: string, message: string = t('enterValue')) => {
    if (value.trim() === '') faults[`content.${name}`] = message;
  };
  if (type === 'text') need('text', of.text, t('enterText'));
  if (isFile(type) && of.media.media_id === '') need('media.url', of.media.url, t('uploadOrUrl'));
  if (type === 'location') {
    for (const name of ['latitude', 'longitude'] as const) {
      need(name, of[name]);
      if (Number.isNaN(Number(of[name]))) faults[`content.${name}`] = t('enterNumber');
    }
  }
  if (type === 'contacts') {
    need('contacts.0.name.formatted', of.contacts[0]?.name.formatted ?? '');
    need('contacts.0.phones.0.phone', of.contacts[0]?.phones[0]?.phone ?? '');
  }
  if (type === 'poll') {
    need('question', of.question);
    of.options.forEach((option, index) => need(`options.${index}`, option));
  }
  if (type === 'buttons' || type === 'list' || type === 'cta_url') need('body', of.body, t('enterText'));
  if (type === 'buttons') of.buttons.forEach(({ title }, index) => need(`buttons.${index}.title`, title));
  if (type === 'list') {
    need('button', of.button);
    of.sections[0]?.rows.forEach(({ title }, index) => need(`sections.0.rows.${index}.title`, title));
  }
  if (type === 'cta_url') {
    need('title', of.title);
    need('url', of.url);
  }
  if (type === 'template') {
    need('name', of.name);
    need('language', of.language);
  }
  if (type === 'reaction' && replyTo === undefined) faults['type'] = t('replyFirst');
  return faults;
}
