import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';

export type Message = Outputs['whatsapp']['messages']['get'];
export type Chat = Outputs['whatsapp']['chats']['get'];
export type MessageStatus = Message['status'];
export type Content = Message['content'];
type Party = Message['from'];

export const STATUSES = {
  scheduled: { label: 'Scheduled', tone: 'info' },
  queued: { label: 'Queued', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'info' },
  unconfirmed: { label: 'Unconfirmed', tone: 'warning' },
  sent: { label: 'Sent', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'success' },
  read: { label: 'Read', tone: 'success' },
  played: { label: 'Played', tone: 'success' },
  failed: { label: 'Failed', tone: 'error' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  received: { label: 'Received', tone: 'neutral' },
} satisfies Record<MessageStatus, { label: string; tone: Tone }>;

export const SOURCES = {
  api: 'this service',
  provider: 'provider',
  sandbox: 'network',
  history: 'import from the phone',
} satisfies Record<Message['status_history'][number]['source'], string>;

export const WAIT_REASONS = {
  pacing: 'It waits its turn: sending has a pace',
  new_chat_limit: 'So many new chats are all that is allowed for now',
  pair_limit: 'So many messages to one person are all that is allowed for now',
  provider_rate_limited: 'The provider asked to slow down',
  reconnecting: 'The instance is reconnecting',
  media: 'Its file is being fetched',
  schedule: 'It is scheduled',
  paused: 'Its batch is paused',
} satisfies Record<NonNullable<Message['waiting']>['reason'], string>;

export const TYPES = {
  text: 'Text',
  image: 'Picture',
  video: 'Video',
  audio: 'Sound file',
  voice: 'Voice message',
  document: 'Document',
  sticker: 'Sticker',
  location: 'Location',
  contacts: 'Contact card',
  reaction: 'Reaction',
  poll: 'Poll',
  buttons: 'Buttons',
  list: 'List',
  cta_url: 'Link button',
  template: 'Template',
  button_reply: 'Pressed button',
  list_reply: 'Choice from a list',
  poll_vote: 'Vote',
  flow_reply: 'Form',
  order: 'Order',
  system: 'News about the other side',
  undecryptable: 'Not readable yet',
  unsupported: 'Unknown kind of message',
} satisfies Record<Content['type'], string>;

export const nameOfParty = ({ name, phone, username, lid, bsuid, contact_id: id }: Party): string =>
  name ?? phone ?? username ?? bsuid ?? lid ?? id ?? 'Nobody known';

export const summaryOf = ({ content, deleted_at: deleted }: Pick<Message, 'content' | 'deleted_at'>): string =>
  deleted === null ? summaryOfContent(content) : 'Deleted';

export function summaryOfContent(content: Content): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'video':
      return content.caption ? `${TYPES[content.type]}: ${content.caption}` : TYPES[content.type];
    case 'document':
      return content.filename ? `${TYPES.document}: ${content.filename}` : TYPES.document;
    case 'poll':
      return `Poll: ${content.question}`;
    case 'buttons':
    case 'list':
    case 'cta_url':
      return content.body;
    case 'template':
      return `Template ${content.name}`;
    case 'button_reply':
    case 'list_reply':
      return content.title;
    case 'location':
      return content.name ? `Location: ${content.name}` : TYPES.location;
    case 'reaction':
      return content.emoji === '' ? 'Reaction taken back' : `Reaction ${content.emoji}`;
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
