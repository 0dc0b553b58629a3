import { isJsonObject, type JsonObject } from '../../json-object';
import { inlineSchema, schemaGraph, type SchemaNode, type Use, schemaOrReference } from './schema-graph';
import { namer, pascal } from './schema-names';

interface Document {
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: Record<string, { post: JsonObject }>;
  components: { schemas: Record<string, JsonObject>; responses: Record<string, JsonObject> };
}

/** Characters of JSON: a reference must save more than its lookup costs the reader. */
const MIN_SAVED = 120;
const REFERENCE_LENGTH = 50;
const MIN_REPEATED = 250;

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

  const places: { holder: JsonObject; use: Use }[] = [];
  for (const { holder, name, isBody } of holders(document)) {
    const { schema } = holder;
    if (!isJsonObject(schema) || typeof schema['$ref'] === 'string') continue;
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
    if (node.name !== undefined) continue;
    const saved = (node.uses.length - 1) * size - node.uses.length * REFERENCE_LENGTH;
    if (saved >= MIN_SAVED && isWorthAName(node)) node.name = '';
    else shareMeaning(node);
  }
  // Outermost first, so that parents have names.
  for (const node of nodes.toReversed()) {
    if (node.name !== '') continue;
    delete node.name;
    node.remarks = commonRemarks(node);
    node.name = nameOf(node);
  }

  const components: Record<string, JsonObject> = {};
  for (const [name, { node, remarks }] of named) {
    components[name] =
      node.name === name ? { ...inlineSchema(node), ...remarks } : schemaOrReference({ node, remarks } as Use);
  }
  for (const node of nodes)
    if (node.name !== undefined) components[node.name] ??= { ...inlineSchema(node), ...node.remarks };
  for (const { holder, use } of places) holder['schema'] = schemaOrReference(use);
  document.components.schemas = Object.fromEntries(
    Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const isComposite = ({ type, oneOf, anyOf, allOf }: JsonObject): boolean =>
  [type].flat().includes('object') || [oneOf, anyOf, allOf].some(Array.isArray);

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

const patternOf = ({ pattern }: JsonObject): string => (typeof pattern === 'string' ? pattern : '');

/** Numbers, booleans and short texts stay inline. */
const isWorthAName = ({ content }: SchemaNode): boolean =>
  !('allOf' in content) &&
  (isComposite(content) || 'items' in content || 'enum' in content || patternOf(content).length > 30);

/** A value that many schemas describe in the same words gets a name there, and only there. */
function shareMeaning(node: SchemaNode): void {
  const common = mostUsedOf(node, 'description');
  if (!common || 'allOf' in node.content || common.count * String(common.value).length < MIN_REPEATED) return;
  const saved = (common.count - 1) * (fullSize(node) + String(common.value).length) - common.count * REFERENCE_LENGTH;
  if (saved < MIN_SAVED) return;
  node.uses = node.uses.filter(({ remarks }) => remarks['description'] === common.value);
  node.hasOneMeaning = true;
  node.name = '';
}

/** Examples of single values must agree, since one may not fit another use. */
function commonRemarks(node: SchemaNode): JsonObject {
  const description = mostUsedOf(node, 'description');
  const remarks: JsonObject = description === undefined ? {} : { description: description.value };
  const example = mostUsedOf(node, 'example');
  if (example && (example.isOnly || isComposite(node.content) || isIdOrTime(node))) remarks['example'] = example.value;
  if (node.content['format'] === 'date-time') remarks['example'] = TIME_EXAMPLE;
  const general = isIdOrTime(node) ? generalDescription(node) : undefined;
  return general === undefined ? remarks : { ...remarks, description: general };
}

function mostUsedOf(
  { uses }: SchemaNode,
  name: string,
): { value: unknown; count: number; isOnly: boolean } | undefined {
  const counts = new Map<string, number>();
  for (const { remarks } of uses) {
    if (!(name in remarks)) continue;
    const text = JSON.stringify(remarks[name]);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [mostUsed] = [...counts].toSorted(([, one], [, other]) => other - one);
  return mostUsed && { value: JSON.parse(mostUsed[0]) as unknown, count: mostUsed[1], isOnly: counts.size === 1 };
}

const TIME_EXAMPLE = '2026-11-21T09:30:00.000Z';

/** Any id or time is a valid example of its kind. */
const isIdOrTime = ({ content }: SchemaNode): boolean =>
  content['format'] === 'date-time' || /^\^[a-z]+_\[0-7\]/.test(patternOf(content));

function generalDescription({ content }: SchemaNode): string {
  const what = content['format'] === 'date-time' ? 'Time in the format of RFC 3339' : 'Id';
  return [content['type']].flat().includes('null') ? `${what}, or null.` : `${what}.`;
}

interface Holder {
  holder: JsonObject;
  name: string;
  isBody: boolean;
}

function* holders({ paths, webhooks, components }: Document): Generator<Holder> {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const name = pascal(String(operation['operationId']));
    for (const one of (operation['parameters'] ?? []) as JsonObject[]) {
      yield { holder: one, name: pascal(String(one['name'])), isBody: false };
    }
    yield* mediaOf(operation['requestBody'], `${name}Body`);
    for (const response of Object.values(operation['responses'] as JsonObject))
      yield* mediaOf(response, `${name}Result`);
  }
  for (const [type, { post }] of Object.entries(webhooks)) {
    for (const media of mediaOf(post['requestBody'], `${pascal(type)}Event`)) yield { ...media, isBody: false };
  }
  for (const response of Object.values(components.responses)) yield* mediaOf(response, 'Problem');
}

function* mediaOf(part: unknown, name: string): Generator<Holder> {
  const content = isJsonObject(part) && isJsonObject(part['content']) ? part['content'] : {};
  for (const media of Object.values(content) as JsonObject[]) {
    yield { holder: media, name: listName(media['schema']) ?? name, isBody: true };
  }
}

/** A page of links is named `LinkList`. */
function listName(schema: unknown): string | undefined {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const items = isJsonObject(properties['data']) ? properties['data']['items'] : undefined;
  const reference = isJsonObject(items) && 'next_cursor' in properties ? items['$ref'] : undefined;
  return typeof reference === 'string' ? `${reference.split('/').at(-1)}List` : undefined;
}
