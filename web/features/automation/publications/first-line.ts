import type { Publication } from '../../../../shared/automation/publication';

type Format = Publication['content']['format'];

/** Of a name only the start is shown. */
const MAX_READ = 400;

/** The first line with words, without the marks of its format. */
export function firstLine(text: string, format: Format): string {
  const start = text.slice(0, MAX_READ);
  const lines = (format === 'html' ? withoutTags(start) : start).split('\n');
  const plain = format === 'markdown' ? lines.map(withoutMarks) : lines;
  return plain.map((line) => line.trim()).find((line) => line !== '') ?? '';
}

const MARKS: readonly (readonly [RegExp, string])[] = [
  // Rules and fences.
  [/^\s*(?:[-*_]\s*){3,}$|^\s*(?:`{3}|~{3}).*$/, ''],
  // Quotes, headings, items of lists and their boxes.
  [/^(?:\s*>)+\s?/, ''],
  [/^\s*#{1,6}\s+|\s+#+\s*$/g, ''],
  [/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, ''],
  // Pictures and links.
  [/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1'],
  [/<((?:https?:|mailto:)[^>\s]+)>/g, '$1'],
  [/(`+)(.+?)\1/g, '$2'],
  [/(?<!\\)(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2'],
  // Within a word an underscore is a letter.
  [/(?<![\\\w])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)/g, '$2'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

const withoutMarks = (line: string): string => MARKS.reduce((text, [mark, plain]) => text.replace(mark, plain), line);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

const withoutTags = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/h[1-6]|\/li|\/div)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#39|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
