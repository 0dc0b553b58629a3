import type { BinaryNode } from 'baileys';

/** The address of the WhatsApp server itself. */
export const SERVER = 's.whatsapp.net';

export function makeNode(
  tag: string,
  attrs: Record<string, string | undefined> = {},
  content?: BinaryNode['content'],
): BinaryNode {
  const given = Object.entries(attrs).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { tag, attrs: Object.fromEntries(given), ...(content === undefined ? {} : { content }) };
}

export const childrenOf = (node: BinaryNode | undefined, tag?: string): BinaryNode[] =>
  Array.isArray(node?.content) ? node.content.filter((child) => tag === undefined || child.tag === tag) : [];

export const childOf = (node: BinaryNode | undefined, tag?: string): BinaryNode | undefined => childrenOf(node, tag)[0];

/** The bytes in a node; empty when it has none. */
export function bytesOf(node: BinaryNode | undefined): Buffer {
  const content = node?.content;
  return content === undefined || Array.isArray(content) ? Buffer.alloc(0) : Buffer.from(content);
}

export const textOf = (node: BinaryNode | undefined): string => bytesOf(node).toString('utf8');

/** The time as stanzas carry it: seconds since 1970. */
export const nowInSeconds = (): string => String(Math.floor(Date.now() / 1000));

/** One line that tells a stanza apart from others, for reports of faults. */
export function describeNode(node: BinaryNode): string {
  const attrs = Object.entries(node.attrs).map(([name, value]) => ` ${name}="${value}"`);
  const inside = childrenOf(node).map((child) => child.tag);
  return `<${node.tag}${attrs.join('')}>${inside.join(',')}`;
}

export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

export const readBigEndian = (bytes: Uint8Array): number =>
  bytes.length === 0 ? 0 : Buffer.from(bytes).readUIntBE(0, bytes.length);
