import { slotsOf } from '../drivers/cloud/template-payload';
import type { TemplateRow } from '../present/templates';

export interface TemplateShape {
  /** `unknown` kinds only the provider can check. */
  header: 'none' | 'text' | 'image' | 'video' | 'document' | 'unknown';
  body: { variables: string[]; isNamed: boolean };
  /** Buttons that take a value, in order; the value of a quick reply is optional. */
  slots: { index: number; isRequired: boolean }[];
}

export function templateShape({ components }: Pick<TemplateRow, 'components'>): TemplateShape {
  const part = (type: string) => components.find((one) => String(one['type']).toUpperCase() === type);
  const variables = variablesOf(part('BODY')?.['text']);
  return {
    header: headerOf(part('HEADER')),
    body: { variables, isNamed: variables.some((name) => !/^\d+$/.test(name)) },
    slots: slotsOf(components).map(({ index, subType }) => ({ index, isRequired: subType !== 'quick_reply' })),
  };
}

function headerOf(header: Record<string, unknown> | undefined): TemplateShape['header'] {
  if (!header) return 'none';
  switch (String(header['format']).toUpperCase()) {
    case 'TEXT':
      return variablesOf(header['text']).length > 0 ? 'text' : 'none';
    case 'IMAGE':
      return 'image';
    case 'VIDEO':
      return 'video';
    case 'DOCUMENT':
      return 'document';
    default:
      return 'unknown';
  }
}

/** Names, or numbers in ascending order; each once. */
function variablesOf(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const names = [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? ''))];
  return names.every((name) => /^\d+$/.test(name)) ? names.toSorted((a, b) => Number(a) - Number(b)) : names;
}
