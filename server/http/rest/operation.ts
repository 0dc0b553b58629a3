import { z } from 'zod';

import { type Surface, surfaceOf } from '../../../shared/surfaces';
import type { Access } from '../../access';
import type { CallContext } from '../../call-context';
import { compileInput, compileOutput } from '../../compile-output';
import { appRouter, rawRouter } from '../../router';
import type { JsonSchema } from '../../trpc/issues';
import type { Meta } from '../../trpc/meta';
import type { Method } from '../../trpc/routes';

export type Coercion = 'string' | 'integer' | 'number' | 'boolean' | 'strings' | 'integers';

export interface Operation {
  /** The path of the procedure with underscores; `operationId` of the document. */
  id: string;
  procedure: string;
  type: 'query' | 'mutation';
  method: Method;
  path: string;
  surface: Surface;
  access: Access;
  meta: Meta;
  status: 200 | 201 | 202 | 204;
  etag: boolean;
  pathParameters: string[];
  takesBody: boolean;
  idempotency: NonNullable<Meta['idempotency']>;
  coercions: ReadonlyMap<string, Coercion>;
  inputSchema: JsonSchema;
  input: z.ZodType;
  parseInput: z.ZodType['safeParse'];
  /** Input of a read without parameters; undefined if the operation requires one. */
  inputOfNothing: unknown;
  output: z.ZodType | undefined;
  /** Checks an answer and drops undeclared fields. Throws as the schema does. */
  parseOutput: (value: unknown) => unknown;
  definition: ProcedureDefinition;
  resolve: (options: { ctx: CallContext; input: unknown }) => unknown;
}

interface ProcedureDefinition {
  type: 'query' | 'mutation' | 'subscription';
  inputs: z.ZodType[];
  output?: z.ZodType;
  meta?: Meta;
  resolver: Operation['resolve'];
}

/** Private members of tRPC; the differential test compares the bridge with tRPC’s own caller. */
export const definitionOf = (procedure: unknown): ProcedureDefinition =>
  (procedure as { _def: ProcedureDefinition })._def;

interface Procedures {
  _def: { procedures: object };
}

export function compileOperations(...routers: Procedures[]): Operation[] {
  const chosen: Procedures[] = routers.length > 0 ? routers : [appRouter, rawRouter];
  return chosen
    .flatMap((router) => Object.entries(router._def.procedures))
    .flatMap(([name, procedure]) => {
      const definition = definitionOf(procedure);
      return definition.meta?.openapi ? [compileOperation(name, definition, definition.meta)] : [];
    });
}

/** A REST request always has an input, so an optional one becomes required. */
const requiredInput = (input: z.ZodType): z.ZodType =>
  input instanceof z.ZodPrefault ? (input.unwrap() as z.ZodType) : input;

export function compileOperation(name: string, definition: ProcedureDefinition, meta: Meta): Operation {
  const { openapi, access } = meta;
  if (!openapi || !access || definition.type === 'subscription') {
    throw new Error(`${name}: a procedure with a REST form names its access and is no subscription.`);
  }
  if (definition.inputs.length > 1) throw new Error(`${name}: a procedure with a REST form has one input.`);

  const input = requiredInput(definition.inputs[0] ?? z.strictObject({}));
  const inputSchema = once(() => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  const coercions = once(() => coercionsOf(inputSchema()));
  const method = openapi.method;
  const pathParameters = [...openapi.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const isWrite = method === 'POST' || method === 'PATCH';
  const inputOfNothing = once(() =>
    isWrite || pathParameters.length > 0 ? undefined : frozen(input.safeParse({}).data),
  );

  const parseInput = once(() => compileInput(input));
  const parseOutput = once(() => (definition.output ? compileOutput(definition.output) : (value: unknown) => value));

  return {
    id: name.replaceAll('.', '_'),
    procedure: name,
    type: definition.type,
    method,
    path: openapi.path,
    surface: surfaceOf(name),
    access,
    meta,
    status: meta.status ?? (definition.output || meta.raw ? 200 : 204),
    etag: meta.etag ?? ((method === 'GET' || method === 'PATCH') && hasVersion(definition.output)),
    pathParameters,
    takesBody: (isWrite || method === 'PUT') && meta.upload === undefined,
    idempotency: isWrite && access.type === 'scope' ? (meta.idempotency ?? 'transaction') : 'none',
    get coercions() {
      return coercions();
    },
    get inputSchema() {
      return inputSchema();
    },
    input,
    parseInput: (value, options) => parseInput()(value, options),
    get inputOfNothing() {
      return inputOfNothing();
    },
    output: definition.output,
    parseOutput: (value) => parseOutput()(value),
    definition,
    resolve: definition.resolver,
  };
}

const hasVersion = (output: z.ZodType | undefined): boolean =>
  output instanceof z.ZodObject && 'version' in output.shape;

/** Evaluating the schemas of all operations would add a quarter of a second to every start. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const frozen = (value: unknown): unknown => (typeof value === 'object' ? Object.freeze(value) : undefined);

const coercionsOf = (schema: JsonSchema): ReadonlyMap<string, Coercion> =>
  new Map(Object.entries(propertiesOf(schema)).map(([name, property]) => [name, coercionOf(property)]));

export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const alternatives = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[];
  return Object.assign({}, ...alternatives.map(propertiesOf), schema['properties']) as Record<string, JsonSchema>;
}

function coercionOf(schema: JsonSchema): Coercion {
  const type = schema['type'];
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type !== 'array') return 'string';
  return (schema['items'] as JsonSchema | undefined)?.['type'] === 'integer' ? 'integers' : 'strings';
}
