import type { MessageContent } from '../../../../shared/whatsapp/content';
import { defined } from '../../../defined';
import type { JsonObject } from '../../../json-object';

type Interactive = Extract<MessageContent, { type: 'buttons' | 'list' | 'cta_url' }>;

export function interactiveOf(content: Interactive, mediaId: string | null, filename?: string | null): JsonObject {
  const frame = {
    body: { text: content.body },
    footer: content.footer === undefined ? undefined : { text: content.footer },
  };
  switch (content.type) {
    case 'buttons':
      return defined({
        type: 'button',
        header: headerOf(content.header, mediaId, filename),
        ...frame,
        action: { buttons: content.buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) },
      });
    case 'cta_url':
      return defined({
        type: 'cta_url',
        header: headerOf(content.header, mediaId, filename),
        ...frame,
        action: { name: 'cta_url', parameters: { display_text: content.title, url: content.url } },
      });
    default:
      return defined({
        type: 'list',
        header: content.header === undefined ? undefined : { type: 'text', text: content.header },
        ...frame,
        action: {
          button: content.button,
          sections: content.sections.map(({ title, rows }) =>
            defined({
              title,
              rows: rows.map(({ id, title: name, description }) => defined({ id, title: name, description })),
            }),
          ),
        },
      });
  }
}

type Header = Extract<Interactive, { type: 'buttons' }>['header'];

function headerOf(header: Header, mediaId: string | null, filename: string | null | undefined): JsonObject | undefined {
  if (header === undefined) return undefined;
  if (header.type === 'text') return { type: 'text', text: header.text };
  const name = header.type === 'document' ? (header.filename ?? filename ?? undefined) : undefined;
  return { type: header.type, [header.type]: defined({ id: mediaId ?? undefined, filename: name }) };
}
