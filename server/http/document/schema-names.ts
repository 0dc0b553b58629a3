import { ID_PREFIXES } from '../../../shared/ids';
import { isJsonObject } from '../../json-object';
import type { SchemaPosition, SchemaNode } from './schema-graph';

/** Generic names that need their parent's name. */
const VAGUE = new Set([
  'actions',
  'at',
  'auth',
  'by',
  'config',
  'content',
  'data',
  'event',
  'events',
  'id',
  'input',
  'item',
  'items',
  'kind',
  'mode',
  'name',
  'op',
  'output',
  'parameters',
  'reason',
  'request',
  'result',
  'results',
  'set',
  'state',
  'status',
  'to',
  'type',
  'value',
  'values',
  'version',
]);

const ID_NAMES = new Map(Object.entries(ID_PREFIXES).map(([kind, prefix]) => [prefix as string, `${pascal(kind)}Id`]));

/** `link_id` and `linkId` become `LinkId`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}

export function namer(taken: Iterable<string>): (node: SchemaNode) => string {
  const names = new Set(taken);
  return (node) => {
    const name = candidates(node).find((one) => !names.has(one)) ?? numbered(candidates(node)[0] ?? 'Schema', names);
    names.add(name);
    return name;
  };
}

function candidates(node: SchemaNode): string[] {
  const prefix = isNullable(node) ? 'Nullable' : '';
  const known = ofFormat(node);
  const first = node.uses[0]?.position;
  if (!first) return [];
  const base = known ?? ofMost(node) ?? nameAt(first);
  const longer = outer(first).map((owner) => joined(owner, base));
  const values = 'enum' in node.content ? [`${base}Value`] : [];
  return [base, ...longer, ...values].map((name) => `${prefix}${name}`);
}

function ofFormat({ content }: SchemaNode): string | undefined {
  const { pattern, format, minLength } = content;
  const [, prefix = ''] = /^\^([a-z]+)_\[0-7\]/.exec(typeof pattern === 'string' ? pattern : '') ?? [];
  if (ID_NAMES.has(prefix)) return ID_NAMES.get(prefix);
  // The format of answers is stricter than that of requests.
  if (format === 'date-time') return minLength === 24 ? 'Timestamp' : 'DateTime';
  return undefined;
}

function ofMost({ uses }: SchemaNode): string | undefined {
  const counts = new Map<string, number>();
  for (const { position } of uses) {
    const name = nameAt(position);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function nameAt(position: SchemaPosition): string {
  if (position.in === 'document') return position.name;
  const { parent, name } = position;
  const around = () => parent.name ?? nameAt(parent.uses[0]?.position ?? { in: 'document', name: '' });
  if (position.in === 'property') return VAGUE.has(name) ? joined(around(), pascal(name)) : pascal(name);
  if (position.in === 'item') return singular(around());
  if (position.in === 'value') return `${singular(around())}Value`;
  return `${around()}${tagOf(position)}`;
}

/** Falls back to the first required property, then to the number. */
function tagOf({ parent, name }: Exclude<SchemaPosition, { in: 'document' }>): string {
  if ('allOf' in parent.content) return '';
  const keyword = 'oneOf' in parent.content ? 'oneOf' : 'anyOf';
  const branch = (parent.content[keyword] as unknown[])[Number(name)];
  const properties =
    isJsonObject(branch) && isJsonObject(branch['properties']) ? Object.values(branch['properties']) : [];
  const value = properties
    .map((one) => (isJsonObject(one) ? one['const'] : undefined))
    .find((one) => one !== undefined);
  if (typeof value === 'string') return pascal(value);
  const required =
    isJsonObject(branch) && Array.isArray(branch['required']) ? (branch['required'] as unknown[])[0] : undefined;
  return typeof required === 'string' ? `With${pascal(required)}` : `Option${Number(name) + 1}`;
}

function outer(position: SchemaPosition): string[] {
  if (position.in === 'document') return [];
  const { parent } = position;
  if (parent.name !== undefined) return [parent.name];
  const next = parent.uses[0]?.position;
  return next ? [nameAt(next), ...outer(next)] : [];
}

const joined = (owner: string, name: string): string => (name.startsWith(owner) ? name : `${owner}${name}`);

const singular = (name: string): string => {
  if (/(?:[^aeiou])ies$/.test(name)) return `${name.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(name)) return name.slice(0, -2);
  if (/[^su]s$/.test(name)) return name.slice(0, -1);
  return `${name}Item`;
};

const isNullable = ({ content }: SchemaNode): boolean =>
  Array.isArray(content['type']) && content['type'].includes('null');

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${name}${number}`)) return `${name}${number}`;
}
