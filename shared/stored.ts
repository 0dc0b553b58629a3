import { z } from 'zod';

import { explicitTypes } from './explicit-types';

type Def = z.core.$ZodTypeDef & Record<string, unknown>;

/** Properties of a schema definition that contain schemas. */
const PARTS = ['element', 'innerType', 'keyType', 'valueType', 'options', 'items', 'shape'];

/**
 * Removes refinements, which may depend on the runtime (such as its time zones), since stored values must stay
 * readable.
 */
export const stored = <T extends z.ZodType>(schema: T): T => lenient(schema) as T;

function lenient(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as Def;
  // The input of a pipe has rules too.
  if (def.type === 'pipe') return withMetaOf(schema, lenient(def['out'] as z.core.$ZodType));

  const parts = PARTS.flatMap((name) => {
    const part = def[name];
    const kept = part === undefined ? part : lenientPart(part);
    return kept === part ? [] : [[name, kept]];
  });
  const checks = def.checks?.filter(({ _zod }) => _zod.def.check !== 'custom');
  if (parts.length === 0 && checks?.length === def.checks?.length) return schema;
  return withMetaOf(schema, z.core.clone(schema, { ...def, checks, ...Object.fromEntries(parts) }));
}

function lenientPart(part: unknown): unknown {
  if (part instanceof z.core.$ZodType) return lenient(part);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, one]) => [name, lenientPart(one)] as const);
  if (entries.every(([name, one]) => one === (part as Record<string, unknown>)[name])) return part;
  return Array.isArray(part) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** Keeps the id, so that equal schemas have one name in the document. */
function withMetaOf(schema: z.core.$ZodType, made: z.core.$ZodType): z.core.$ZodType {
  z.globalRegistry.add(made, z.globalRegistry.get(schema) ?? {});
  const type = explicitTypes.get(schema);
  if (type) explicitTypes.add(made, type);
  return made;
}
