import type { SendContent } from '../../../shared/whatsapp/content';

type Choice = Extract<SendContent, { type: 'buttons' | 'list' }>;
type Text = Extract<SendContent, { type: 'text' }>;

/** Undefined for a header with a file. */
export function numberedText(content: Choice): Text | undefined {
  const header = headerOf(content);
  if (header === undefined) return undefined;
  const choices = content.type === 'list' ? sectionsOf(content) : [numbered(content.buttons, 1)];
  const parts = [header && `*${header}*`, content.body, ...choices, content.footer ?? ''];
  return { type: 'text', text: parts.filter((part) => part !== '').join('\n\n') };
}

function headerOf(content: Choice): string | undefined {
  if (content.type === 'list') return content.header ?? '';
  if (content.header === undefined) return '';
  return content.header.type === 'text' ? content.header.text : undefined;
}

/** Numbering continues across sections, so that an answer identifies one row. */
function sectionsOf({ sections }: Extract<Choice, { type: 'list' }>): string[] {
  let next = 1;
  return sections.map(({ title, rows }) => {
    const lines = numbered(rows, next);
    next += rows.length;
    return title === undefined ? lines : `*${title}*\n${lines}`;
  });
}

const numbered = (items: readonly { title: string; description?: string | undefined }[], from: number): string =>
  items
    .map(({ title, description }, index) => `${index + from}. ${title}${description ? ` – ${description}` : ''}`)
    .join('\n');
