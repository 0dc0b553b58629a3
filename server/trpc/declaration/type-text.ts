import type { z } from 'zod';

import { explicitTypes } from '../../../shared/explicit-types';

type Direction = 'input' | 'output';

type Internals = z.core.$ZodTypes['_zod'];

export interface TypeWriter {
  write(schema: z.core.$ZodType, direction: Direction): string;
  declarations(): string[];
}

export function createTypeWriter(
  metaOf: (schema: z.core.$ZodType) => { description?: string | undefined; id?: string | undefined },
): TypeWriter {
  const bodies: Record<Direction, Map<z.core.$ZodType, string>> = { input: new Map(), output: new Map() };
  const named = new Map<string, string>();

  function write(schema: z.core.$ZodType, direction: Direction): string {
    const body = bodyOf(schema, direction);
    const original = lookUp(schema, (one) => (metaOf(one).id === undefined ? undefined : one));
    if (!original) return body;
    const { id = '', description } = metaOf(original);
    const isOther = direction === 'input' && body !== bodyOf(schema, 'output');
    return declare(isOther ? `${id}Input` : id, body, description);
  }

  function declare(name: string, body: string, description: string | undefined): string {
    const text = `${comment([description])}export type ${name} = ${body};`;
    const known = named.get(name);
    if (known !== undefined && known !== text) throw new Error(`Two schemas with different types are named ${name}.`);
    named.set(name, text);
    return name;
  }

  function bodyOf(schema: z.core.$ZodType, direction: Direction): string {
    const known = bodies[direction].get(schema);
    if (known !== undefined) return known;
    const given = lookUp(schema, (one) => explicitTypes.get(one as z.ZodType)?.type);
    const body = given ?? render((schema as z.core.$ZodTypes)._zod, direction);
    bodies[direction].set(schema, body);
    return body;
  }

  function render({ def }: Internals, direction: Direction): string {
    const inner = (schema: z.core.$ZodType) => write(schema, direction);
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'undefined':
      case 'void':
      case 'unknown':
      case 'never':
        return def.type;
      case 'literal':
        return union(def.values.map((value) => JSON.stringify(value)));
      case 'enum':
        return union(Object.values(def.entries).map((value) => JSON.stringify(value)));
      case 'union':
        return union(def.options.map((option) => `${inner(option)}${absent(option, def, direction)}`));
      case 'nullable':
        return union([inner(def.innerType), 'null']);
      case 'optional':
        return union([inner(def.innerType), 'undefined']);
      case 'default':
      case 'prefault':
        return direction === 'input' ? union([inner(def.innerType), 'undefined']) : inner(def.innerType);
      case 'array':
        return `Array<${inner(def.element)}>`;
      case 'record':
        return `Record<${inner(def.keyType)}, ${inner(def.valueType)}>`;
      case 'object':
        return members(def, direction);
      case 'pipe':
        return inner(sideOf(def, direction));
      case 'transform':
        throw new Error('What a transform returns has no schema: pipe it into one.');
      default:
        throw new Error(`Schemas of type ${def.type} are not written as TypeScript yet.`);
    }
  }

  function members({ shape, catchall }: z.core.$ZodObjectDef, direction: Direction): string {
    const lines = Object.entries(shape).map(([key, schema]) => {
      const mark = mayBeLeftOut(schema, direction) ? '?' : '';
      return `${comment([metaOf(schema).description])}${property(key)}${mark}: ${write(schema, direction)};`;
    });
    if (catchall && catchall._zod.def.type !== 'never') lines.push(`[key: string]: ${write(catchall, direction)};`);
    return lines.length === 0 ? 'Record<string, never>' : block(lines);
  }

  return { write, declarations: () => [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text) };
}

function lookUp<T>(schema: z.core.$ZodType, read: (schema: z.core.$ZodType) => T | undefined): T | undefined {
  for (let one: z.core.$ZodType | undefined = schema; one; one = one._zod.parent) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The input of a preprocessing pipe is that of its target. */
const sideOf = (pipe: z.core.$ZodPipeDef, direction: Direction): z.core.$ZodType =>
  direction === 'output' || pipe.in._zod.def.type === 'transform' ? pipe.out : pipe.in;

function mayBeLeftOut(schema: z.core.$ZodType, direction: Direction): boolean {
  const { def, optin, optout } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return mayBeLeftOut(sideOf(def, direction), direction);
  if (def.type === 'nullable') return mayBeLeftOut(def.innerType, direction);
  return (direction === 'input' ? optin : optout) !== undefined;
}

/** TypeScript accepts the fields of all alternatives together, unless each says which it does not have. */
function absent(option: z.core.$ZodType, { options, ...def }: z.core.$ZodUnionDef, direction: Direction): string {
  if (direction === 'output' || 'discriminator' in def) return '';
  const shapes = options.map((one) => strictShape(one as z.core.$ZodTypes));
  const own = strictShape(option as z.core.$ZodTypes);
  if (!own || shapes.includes(undefined)) return '';
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape ?? {})).filter((name) => !(name in own)));
  return names.size === 0 ? '' : ` & { ${[...names].map((name) => `${property(name)}?: undefined;`).join(' ')} }`;
}

const strictShape = ({ _zod: { def } }: z.core.$ZodTypes): z.core.$ZodShape | undefined =>
  def.type === 'object' && def.catchall?._zod.def.type === 'never' ? def.shape : undefined;

export const property = (key: string): string => (/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key));

export const block = (lines: readonly string[]): string =>
  lines.length === 0 ? '{}' : `{\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`;

export function comment(paragraphs: readonly (string | undefined)[]): string {
  const lines = paragraphs.flatMap((text) => (text ? [text.replaceAll('*/', '*\\/').split('\n')] : []));
  const [first, ...more] = lines;
  if (!first) return '';
  if (more.length === 0 && first.length === 1) return `/** ${first[0] ?? ''} */\n`;
  const all = lines.flatMap((paragraph, index) => (index === 0 ? paragraph : ['', ...paragraph]));
  return `/**\n${all.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
