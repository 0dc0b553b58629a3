export type Json = Record<string, unknown>;

/** Says nothing of what is valid: it stands beside a reference. */
const REMARKS = ['description', 'deprecated', 'default', 'example', 'examples'] as const;
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLE = new Set(['additionalProperties', 'items', 'not', 'propertyNames']);
const MAPS = new Set(['patternProperties', 'properties']);

/** Where a schema stands: in a part of another one, or where the document has a schema. */
export type Position =
  | { in: 'document'; name: string }
  | { in: 'property' | 'alternative' | 'item' | 'value'; name: string; parent: SchemaNode };

export interface Use {
  node: SchemaNode;
  remarks: Json;
  position: Position;
}

/** A schema without its remarks, once for the whole document; `uses` are those by different schemas. */
export interface SchemaNode {
  content: Json;
  /** In place of each child in `content`, by the path of its keys. */
  children: Map<string, Child>;
  uses: Use[];
  /** Its name among the components, once it has one. */
  name?: string;
  /** What stands beside the schema there. */
  remarks: Json;
}
type Child = Use | { reference: Json };

interface Slot {
  keys: [keyword: string, name?: string];
  schema: Json;
  position: (parent: SchemaNode) => Position;
}

/** Each schema that differs in more than its remarks, as a node; equal ones are the same node. */
export function schemaGraph() {
  const nodes = new Map<string, SchemaNode>();
  const numbers = new Map<SchemaNode, number>();

  const nodeOf = (schema: Json): { node: SchemaNode; remarks: Json } => {
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

  /** The use of a schema where it stands in the document. */
  const add = (schema: Json, name: string): Use => {
    const use: Use = { ...nodeOf(schema), position: { in: 'document', name } };
    use.node.uses.push(use);
    return use;
  };
  return { add, nodes: () => [...nodes.values()] };
}

function adopt(child: { reference: Json } | { node: SchemaNode; remarks: Json }, position: Position): Child {
  if ('reference' in child) return child;
  const use: Use = { ...child, position };
  child.node.uses.push(use);
  return use;
}

/** The schema where it is used: a reference, where it has a name. */
export function written({ node, remarks }: Use): Json {
  if (node.name === undefined) return { ...inPlace(node), ...remarks };
  const own = Object.entries(remarks).filter(
    ([name, value]) => JSON.stringify(node.remarks[name]) !== JSON.stringify(value),
  );
  return { $ref: `#/components/schemas/${node.name}`, ...Object.fromEntries(own) };
}

/** The schema itself, as it stands among the components. */
export const inPlace = (node: SchemaNode): Json =>
  rewritten(node.content, (keys) => {
    const child = node.children.get(keys.join('/'));
    if (child === undefined) return undefined;
    return 'reference' in child ? child.reference : written(child);
  });

function split(schema: Json): [content: Json, remarks: Json] {
  const content = { ...schema };
  const remarks: Json = {};
  for (const name of REMARKS) {
    if (!(name in content)) continue;
    remarks[name] = content[name];
    delete content[name];
  }
  return [content, remarks];
}

function slotsOf(content: Json): Slot[] {
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

const withoutChildren = (content: Json): Json => rewritten(content, () => ({}));

/** A copy in which each child is what `change` makes of it; as it was, where it makes nothing. */
function rewritten(content: Json, change: (keys: Slot['keys'], schema: Json) => Json | undefined): Json {
  return Object.fromEntries(
    Object.entries(content).map(([keyword, value]) => {
      if (LISTS.has(keyword) && Array.isArray(value)) {
        return [keyword, value.map((one: Json, index) => change([keyword, String(index)], one) ?? one)];
      }
      if (SINGLE.has(keyword) && isObject(value)) return [keyword, change([keyword], value) ?? value];
      if (!MAPS.has(keyword) || !isObject(value)) return [keyword, value];
      const inner = Object.entries(value).map(([name, one]) => [
        name,
        isObject(one) ? (change([keyword, name], one) ?? one) : one,
      ]);
      return [keyword, Object.fromEntries(inner) as Json];
    }),
  );
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
