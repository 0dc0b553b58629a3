import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';
import { textTable } from '../text-table';
import { t } from './texts';

export type Message = Outputs['whatsapp']['messages']['get'];
export type Chat = Outputs['whatsapp']['chats']['get'];
export type MessageStatus = Message['status'];
export type Content = Message['content'];
type Party = Message['from'];
type Source = Message['status_history'][number]['source'];
type WaitReason = NonNullable<Message['waiting']>['reason'];

const labeled = <T extends Tone>(name: MessageStatus, tone: T) => ({
  get label() {
    return t(`status_${name}`);
  },
  tone,
});

export const STATUSES = {
  scheduled: labeled('scheduled', 'info'),
  queued: labeled('queued', 'neutral'),
  sending: labeled('sending', 'info'),
  unconfirmed: labeled('unconfirmed', 'warning'),
  sent: labeled('sent', 'info'),
  delivered: labeled('delivered', 'success'),
  read: labeled('read', 'success'),
  played: labeled('played', 'success'),
  failed: labeled('failed', 'error'),
  canceled: labeled('canceled', 'neutral'),
  received: labeled('received', 'neutral'),
} satisfies Record<MessageStatus, { label: string; tone: Tone }>;

export const SOURCES: Record<Source, string> = textTable(['api', 'provider', 'sandbox', 'history'], (source) =>
  t(`source_${source}`),
);

export const WAIT_REASONS: Record<WaitReason, string> = textTable(
  ['pacing', 'new_chat_limit', 'pair_limit', 'provider_rate_limited', 'reconnecting', 'media', 'schedule', 'paused'],
  (reason) => t(`wait_${reason}`),
);

export const TYPES: Record<Content['type'], string> = textTable(
  [
    'text',
    'image',
    'video',
    'audio',
    'voice',
    'document',
    'sticker',
    'location',
    'contacts',
    'reaction',
    'poll',
    'buttons',
    'list',
    'cta_url',
    'template',
    'button_reply',
    'list_reply',
    'poll_vote',
    'flow_reply',
    'order',
    'system',
    'undecryptable',
    'unsupported',
  ],
  (type) => t(`type_${type}`),
);

export const nameOfParty = ({ name, phone, username, lid, bsuid, contact_id: id }: Party): string =>
  name ?? phone ?? username ?? bsuid ?? lid ?? id ?? t('unknownPerson');

/** The subject of a new group may not be known yet. */
export const titleOf = ({ title, type }: Pick<Chat, 'title' | 'type'>): string =>
  title || t(type === 'group' ? 'unnamedGroup' : 'unknownPerson');

const withWords = (type: Content['type'], text: string) => t('withWords', { type: TYPES[type], text });

export const summaryOf = ({ content, deleted_at: deleted }: Pick<Message, 'content' | 'deleted_at'>): string =>
  deleted === null ? summaryOfContent(content) : t('deletedMessage');

export function summaryOfContent(content: Content): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'video':
      return content.caption ? withWords(content.type, content.caption) : TYPES[content.type];
    case 'document':
      return content.filename ? withWords('document', content.filename) : TYPES.document;
    case 'poll':
      return withWords('poll', content.question);
    case 'buttons':
    case 'list':
    case 'cta_url':
      return content.body;
    case 'template':
      return t('templateNamed', { name: content.name });
    case 'button_reply':
    case 'list_reply':
      return content.title;
    case 'location':
      return content.name ? withWords('location', content.name) : TYPES.location;
    case 'reaction':
      return content.emoji === '' ? t('reactionRemoved') : t('reactedWith', { emoji: content.emoji });
    default:
      return TYPES[content.type];
  }
}

export function textOf(content: Content): string | undefined {
  if (content.type === 'text') return content.text;
  if (content.type === 'image' || content.type === 'video' || content.type === 'document') return content.caption ?? '';
  return undefined;
}

export const mayCancel = ({ status }: Message): boolean => status === 'scheduled' || status === 'queued';
export const mayRetry = ({ status, direction }: Message): boolean =>
  direction === 'outbound' && (status === 'failed' || status === 'unconfirmed');
/** An earlier attempt may have reached the recipient. */
export const mayDuplicate = ({ status_history: history }: Message): boolean =>
  history.some(
    ({ status, applied }) => applied && ['unconfirmed', 'sent', 'delivered', 'read', 'played'].includes(status),
  );
