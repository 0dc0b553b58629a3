import { isJsonObject, type JsonObject } from '../../json-object';
const REMARKS = ['description', 'deprecated', 'default', 'example', 'examples'] as const;
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLE = new Set(['additionalProperties', 'items', 'not', 'propertyNames']);
const MAPS = new Set(['patternProperties', 'properties']);

export type SchemaPosition =
  | { in: 'document'; name: string }
  | { in: 'property' | 'alternative' | 'item' | 'value'; name: string; parent: SchemaNode };

export interface Use {
  node: SchemaNode;
  remarks: JsonObject;
  position: SchemaPosition;
}

/** `content` has no annotations; `uses` are the locations. */
export interface SchemaNode {
  content: JsonObject;
  /** By path; they replace the children in `content`. */
  children: Map<string, Child>;
  uses: Use[];
  name?: string;
  /** Uses with another description do not refer to it. */
  hasOneMeaning?: boolean;
  remarks: JsonObject;
}
type Child = Use | { reference: JsonObject };

interface Slot {
  keys: [keyword: string, name?: string];
  schema: JsonObject;
  position: (parent: SchemaNode) => SchemaPosition;
}

/** Equal schemas without annotations share one node. */
export function schemaGraph() {
  const nodes = new Map<string, SchemaNode>();
  const numbers = new Map<SchemaNode, number>();

  const nodeOf = (schema: JsonObject): { node: SchemaNode; remarks: JsonObject } => {
    const [content, remarks] = split(schema);
    const slots = slotsOf(content);
    const children = slots.map(({ schema: child }) =>
      typeof child['$ref'] === 'string' ? { reference: child } : nodeOf(child),
    );
    const marks = children.map((child) =>
      'reference' in child ? child.reference : [numbers.get(child.node), child.remarks],
    );
    const key = JSON.stringify([withoutChildren(content), slots.map(({ keys }) => keys), marks]);
    let node = nodes.get(key);
    if (!node) {
      node = { content, children: new Map(), uses: [], remarks: {} };
      nodes.set(key, node);
      numbers.set(node, nodes.size);
      for (const [index, child] of children.entries()) {
        const slot = slots[index];
        if (slot) node.children.set(slot.keys.join('/'), adopt(child, slot.position(node)));
      }
    }
    return { node, remarks };
  };

  const add = (schema: JsonObject, name: string): Use => {
    const use: Use = { ...nodeOf(schema), position: { in: 'document', name } };
    use.node.uses.push(use);
    return use;
  };
  return { add, nodes: () => [...nodes.values()] };
}

function adopt(
  child: { reference: JsonObject } | { node: SchemaNode; remarks: JsonObject },
  position: SchemaPosition,
): Child {
  if ('reference' in child) return child;
  const use: Use = { ...child, position };
  child.node.uses.push(use);
  return use;
}

/** A reference if the schema has a name. */
export function schemaOrReference({ node, remarks }: Use): JsonObject {
  const isOther = node.hasOneMeaning && remarks['description'] !== node.remarks['description'];
  if (node.name === undefined || isOther) return { ...inlineSchema(node), ...remarks };
  const own = Object.entries(remarks).filter(
    ([name, value]) => JSON.stringify(node.remarks[name]) !== JSON.stringify(value),
  );
  return { $ref: `#/components/schemas/${node.name}`, ...Object.fromEntries(own) };
}

export const inlineSchema = (node: SchemaNode): JsonObject =>
  rewritten(node.content, (keys) => {
    const child = node.children.get(keys.join('/'));
    if (child === undefined) return undefined;
    return 'reference' in child ? child.reference : schemaOrReference(child);
  });

function split(schema: JsonObject): [content: JsonObject, remarks: JsonObject] {
  const content = { ...schema };
  const remarks: JsonObject = {};
  for (const name of REMARKS) {
    if (!(name in content)) continue;
    remarks[name] = content[name];
    delete content[name];
  }
  return [content, remarks];
}

function slotsOf(content: JsonObject): Slot[] {
  const slots: Slot[] = [];
  rewritten(content, (keys, schema) => {
    slots.push({ keys, schema, position: positionOf(keys) });
    return undefined;
  });
  return slots;
}

function positionOf([keyword, name = '']: Slot['keys']): Slot['position'] {
  const kinds = { properties: 'property', patternProperties: 'value', items: 'item', prefixItems: 'item' } as const;
  const kind = LISTS.has(keyword) && keyword !== 'prefixItems' ? 'alternative' : 'value';
  return (parent) => ({ in: kinds[keyword as keyof typeof kinds] ?? kind, name, parent });
}

const withoutChildren = (content: JsonObject): JsonObject => rewritten(content, () => ({}));

function rewritten(
  content: JsonObject,
  change: (keys: Slot['keys'], schema: JsonObject) => JsonObject | undefined,
): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([keyword, value]) => {
      if (LISTS.has(keyword) && Array.isArray(value)) {
        return [keyword, value.map((one: JsonObject, index) => change([keyword, String(index)], one) ?? one)];
      }
      if (SINGLE.has(keyword) && isJsonObject(value)) return [keyword, change([keyword], value) ?? value];
      if (!MAPS.has(keyword) || !isJsonObject(value)) return [keyword, value];
      const inner = Object.entries(value).map(([name, one]) => [
        name,
        isJsonObject(one) ? (change([keyword, name], one) ?? one) : one,
      ]);
      return [keyword, Object.fromEntries(inner) as JsonObject];
    }),
  );
}
