import { inPlace, isObject, type Json, schemaGraph, type SchemaNode, type Use, written } from './schema-graph';
import { namer, pascal } from './schema-names';

interface Document {
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, { post: Json }>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json> };
}

/** A name costs a reader a look elsewhere: it must save as many characters of JSON. */
const LEAST_SAVED = 120;
const REFERENCE_LENGTH = 50;

/** Moves each schema that stands at several places among the components, and all bodies. */
export function shareSchemas(document: Document): void {
  const graph = schemaGraph();
  const { schemas } = document.components;
  const named = new Map<string, Use>();
  for (const [name, schema] of Object.entries(schemas)) {
    const use = graph.add(schema, name);
    named.set(name, use);
    if (use.node.name !== undefined) continue;
    use.node.name = name;
    use.node.remarks = use.remarks;
  }

  const places: { holder: Json; use: Use }[] = [];
  for (const { holder, name, isBody } of holders(document)) {
    const { schema } = holder;
    if (!isObject(schema) || typeof schema['$ref'] === 'string') continue;
    const use = graph.add(schema, name);
    places.push({ holder, use });
    if (isBody && isComposite(schema)) use.node.name ??= '';
  }

  const nameOf = namer(Object.keys(schemas));
  const sizes = new Map<SchemaNode, number>();
  const nodes = graph.nodes();
  for (const node of nodes) {
    const size = sizeOf(node, sizes);
    sizes.set(node, size);
    const saved = (node.uses.length - 1) * size - node.uses.length * REFERENCE_LENGTH;
    if (node.name === undefined && saved >= LEAST_SAVED && isWorthAName(node)) node.name = '';
  }
  // From the outside in, so that names of what they stand in are known.
  for (const node of nodes.toReversed()) {
    if (node.name !== '') continue;
    delete node.name;
    node.remarks = commonRemarks(node);
    node.name = nameOf(node);
  }

  const components: Record<string, Json> = {};
  for (const [name, { node, remarks }] of named) {
    components[name] = node.name === name ? { ...inPlace(node), ...remarks } : written({ node, remarks } as Use);
  }
  for (const node of nodes)
    if (node.name !== undefined) components[node.name] ??= { ...inPlace(node), ...node.remarks };
  for (const { holder, use } of places) holder['schema'] = written(use);
  document.components.schemas = Object.fromEntries(
    Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const isComposite = ({ type, oneOf, anyOf, allOf }: Json): boolean =>
  [type].flat().includes('object') || [oneOf, anyOf, allOf].some(Array.isArray);

/** As many characters as its JSON has, with what it holds by name. */
function sizeOf(node: SchemaNode, sizes: ReadonlyMap<SchemaNode, number>): number {
  let size = JSON.stringify(node.content).length;
  for (const child of node.children.values()) {
    if ('reference' in child) continue;
    const { name } = child.node;
    if (name !== undefined) size += REFERENCE_LENGTH - fullSize(child.node);
    else size += (sizes.get(child.node) ?? 0) - fullSize(child.node);
  }
  return size;
}

const fullSize = ({ content }: SchemaNode): number => JSON.stringify(content).length;

const patternOf = ({ pattern }: Json): string => (typeof pattern === 'string' ? pattern : '');

/** Numbers, flags and short texts say no more by a name. */
const isWorthAName = ({ content }: SchemaNode): boolean =>
  isComposite(content) || 'items' in content || 'enum' in content || patternOf(content).length > 30;

/**
 * What is said of it most often, but for a default: that is each use’s own. An example of one number or text may be
 * none of what another use means, so all have to agree on that.
 */
function commonRemarks(node: SchemaNode): Json {
  const description = mostOf(node, 'description');
  const remarks: Json = description === undefined ? {} : { description: description.value };
  const example = mostOf(node, 'example');
  if (example && (example.isOnly || isComposite(node.content) || isIdOrTime(node))) remarks['example'] = example.value;
  if (node.content['format'] === 'date-time') remarks['example'] = TIME_EXAMPLE;
  const general = isIdOrTime(node) ? generalDescription(node) : undefined;
  return general === undefined ? remarks : { ...remarks, description: general };
}

function mostOf({ uses }: SchemaNode, name: string): { value: unknown; isOnly: boolean } | undefined {
  const counts = new Map<string, number>();
  for (const { remarks } of uses) {
    if (!(name in remarks)) continue;
    const text = JSON.stringify(remarks[name]);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most && { value: JSON.parse(most[0]) as unknown, isOnly: counts.size === 1 };
}

const TIME_EXAMPLE = '2026-11-21T09:30:00.000Z';

/** An id or a time is an example of every other. */
const isIdOrTime = ({ content }: SchemaNode): boolean =>
  content['format'] === 'date-time' || /^\^[a-z]+_\[0-7\]/.test(patternOf(content));

function generalDescription({ content }: SchemaNode): string {
  const what = content['format'] === 'date-time' ? 'Time in the format of RFC 3339' : 'Id';
  return [content['type']].flat().includes('null') ? `${what}, or null.` : `${what}.`;
}

interface Holder {
  /** What has a `schema`. */
  holder: Json;
  name: string;
  isBody: boolean;
}

/** Everything in the document that has a schema, with a name for that. */
function* holders({ paths, webhooks, components }: Document): Generator<Holder> {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const name = pascal(String(operation['operationId']));
    for (const one of (operation['parameters'] ?? []) as Json[]) {
      yield { holder: one, name: pascal(String(one['name'])), isBody: false };
    }
    yield* mediaOf(operation['requestBody'], `${name}Body`);
    for (const response of Object.values(operation['responses'] as Json)) yield* mediaOf(response, `${name}Result`);
  }
  for (const [type, { post }] of Object.entries(webhooks)) {
    for (const one of (post['parameters'] ?? []) as Json[]) {
      yield { holder: one, name: pascal(String(one['name'])), isBody: false };
    }
    yield* mediaOf(post['requestBody'], `${pascal(type)}Event`);
  }
  for (const response of Object.values(components.responses)) yield* mediaOf(response, 'Problem');
}

function* mediaOf(part: unknown, name: string): Generator<Holder> {
  const content = isObject(part) && isObject(part['content']) ? part['content'] : {};
  for (const media of Object.values(content) as Json[]) {
    yield { holder: media, name: listName(media['schema']) ?? name, isBody: true };
  }
}

/** `LinkList` for a page of links. */
function listName(schema: unknown): string | undefined {
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  const items = isObject(properties['data']) ? properties['data']['items'] : undefined;
  const reference = isObject(items) && 'next_cursor' in properties ? items['$ref'] : undefined;
  return typeof reference === 'string' ? `${reference.split('/').at(-1)}List` : undefined;
}
