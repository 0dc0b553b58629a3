import type { BinaryNode } from 'baileys';

export const element = (tag: string, attrs: BinaryNode['attrs'] = {}, content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content };

export const encodeText = (value: string): Uint8Array => new TextEncoder().encode(value);

export function childrenOf(node: BinaryNode | undefined, tag?: string): BinaryNode[] {
  const children = Array.isArray(node?.content) ? node.content : [];
  return tag === undefined ? children : children.filter((child) => child.tag === tag);
}

export const childOf = (node: BinaryNode | undefined, tag: string): BinaryNode | undefined => childrenOf(node, tag)[0];

export function nodeText(node: BinaryNode | undefined): string | undefined {
  const content = node?.content;
  if (typeof content === 'string') return content;
  return content instanceof Uint8Array ? new TextDecoder().decode(content) : undefined;
}

export function attrNumber(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const LAST_SECOND = 100_000_000_000;

export function attrTime(seconds: string | undefined): Date | undefined {
  const value = attrNumber(seconds);
  return value === undefined || value <= 0 || value > LAST_SECOND ? undefined : new Date(value * 1000);
}
