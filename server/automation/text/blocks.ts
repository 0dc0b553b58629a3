import type { Paragraph } from './paragraph';

/** `next` is the number of a list's next item; null for bullets. */
export type Block = { kind: 'plain' | 'quote' | 'item' } | { kind: 'list'; next: number | null };

interface Blocks {
  begin(block: Block, isApart: boolean): void;
  end(isApart: boolean): void;
  cell(): void;
  rule(): void;
  code(fence: string, text: string): void;
  take(): string;
}

const MAX_INDENTS = 5;

export function createBlocks(paragraph: Paragraph): Blocks {
  const lines: string[] = [];
  const stack: Block[] = [];
  const depths = { quote: 0, item: 0, list: 0, plain: 0 };
  let isApart = false;
  let bullet: string | null = null;

  const emit = (line: string): void => {
    if (isApart && lines.length > 0 && lines.at(-1) !== '') lines.push('');
    isApart = false;
    if (line === '' && lines.at(-1) === '') return;
    lines.push(line === '' ? '' : `${depths.quote > 0 ? '> ' : ''}${indent()}${line}`);
    bullet = null;
  };

  const indent = (): string => {
    if (depths.item === 0) return '';
    return '  '.repeat(Math.min(depths.item - 1, MAX_INDENTS)) + (bullet ?? '  ');
  };

  const flush = (): void => {
    for (const line of paragraph.take()) emit(line);
  };

  /** Paragraphs within a list item have no blank line between them. */
  const setApart = (given: boolean): void => {
    isApart ||= given && depths.item === 0;
  };

  return {
    begin(block, apart) {
      flush();
      setApart(apart);
      const around = stack.at(-1);
      stack.push(block);
      depths[block.kind] += 1;
      if (block.kind === 'item') bullet = bulletOf(around);
    },
    end(apart) {
      flush();
      const block = stack.pop();
      if (!block) return;
      depths[block.kind] -= 1;
      if (block.kind === 'item') bullet = null;
      setApart(apart);
    },
    cell() {
      if (!paragraph.isEmpty()) paragraph.text(' | ');
    },
    rule() {
      flush();
      emit('---');
    },
    code(fence, text) {
      const code = text.replace(/^\n/, '').trimEnd();
      if (code === '') return;
      if (fence !== '') emit(fence);
      for (const line of code.split('\n')) emit(line);
      if (fence !== '') emit(fence);
    },
    take() {
      flush();
      return lines.join('\n').trim();
    },
  };
}

function bulletOf(list: Block | undefined): string {
  if (list?.kind !== 'list' || list.next === null) return '- ';
  const number = list.next;
  list.next += 1;
  return `${number}. `;
}
