import type { MessageContent } from '../../shared/whatsapp/content';

const PREVIEW = 100;
const LIMIT = 8192;

export const searchTextOf = (content: MessageContent): string =>
  partsOf(content)
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join('\n')
    .slice(0, LIMIT)
    .toWellFormed();

export function previewOf(content: MessageContent): string | null {
  const first = partsOf(content).find((part) => part !== null && part !== undefined && part !== '');
  return first?.slice(0, PREVIEW).toWellFormed() ?? null;
}

function partsOf(content: MessageContent): (string | null | undefined)[] {
  switch (content.type) {
    case 'text':
      return [content.text];
    case 'image':
    case 'video':
      return [content.caption];
    case 'document':
      return [content.caption, content.filename];
    case 'location':
      return [content.name, content.address];
    case 'contacts':
      return content.contacts.map(({ name }) => (name as { formatted?: string } | undefined)?.formatted);
    case 'poll':
      return [content.question, ...content.options];
    case 'buttons':
      return [content.body, content.header?.text, content.footer, ...content.buttons.map(({ title }) => title)];
    case 'list':
      return [
        content.body,
        content.header,
        content.footer,
        ...content.sections.flatMap(({ rows }) => rows.map(({ title }) => title)),
      ];
    case 'cta_url':
      return [content.body, content.header?.text, content.footer, content.title, content.url];
    case 'template':
      return [content.name];
    case 'button_reply':
      return [content.title];
    case 'list_reply':
      return [content.title, content.description];
    case 'order':
      return [content.text];
    case 'flow_reply':
      return [content.name];
    case 'reaction':
      return [content.emoji];
    default:
      return [];
  }
}

export function withText(content: MessageContent, text: string): MessageContent | undefined {
  switch (content.type) {
    case 'text':
      return { ...content, text };
    case 'image':
    case 'video':
    case 'document':
      return { ...content, caption: text };
    case 'buttons':
    case 'list':
    case 'cta_url':
      return { ...content, body: text };
    default:
      return undefined;
  }
}

export function textIn(content: MessageContent): string | undefined {
  if (content.type === 'text') return content.text;
  if (content.type === 'image' || content.type === 'video' || content.type === 'document') return content.caption ?? '';
  if (content.type === 'buttons' || content.type === 'list' || content.type === 'cta_url') return content.body;
  return undefined;
}
