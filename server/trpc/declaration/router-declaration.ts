import { z } from 'zod';

import { ERRORS } from '../../../shared/errors';
import type { Access } from '../../access';
import type { Meta } from '../meta';
import { block, comment, createTypeWriter, property, type TypeWriter } from './type-text';

interface Definition {
  type: 'query' | 'mutation' | 'subscription';
  inputs: readonly z.ZodType[];
  output?: z.ZodType;
  meta?: Meta;
}

type Tree = Map<string, Definition | Tree>;

const BUILDERS = {
  query: 'TRPCQueryProcedure',
  mutation: 'TRPCMutationProcedure',
  subscription: 'TRPCSubscriptionProcedure',
};

const STATIC_TYPES = `export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface FieldIssue {
  in: 'body' | 'query' | 'path' | 'header';
  /** A JSON Pointer into the body, or the parameter’s name after a slash. */
  pointer: string;
  code: string;
  message: string;
}

/** A problem of RFC 9457. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  request_id: string;
  retryable: boolean;
  errors?: FieldIssue[];
}

/** What a failed call carries: \`error.data.code\` and, unless nothing is known of the request, \`error.data.problem\`. */
export interface ErrorShape extends Omit<TRPCDefaultErrorShape, 'data'> {
  data: Omit<TRPCDefaultErrorShape['data'], 'code'> & { code: ErrorCode; problem?: Problem };
}`;

export function routerDeclaration(router: { _def: { procedures: object } }): string {
  const procedures = Object.entries(router._def.procedures as Record<string, { _def: Definition }>);
  const writer = createTypeWriter((schema) => z.globalRegistry.get(schema as z.ZodType) ?? {});
  const tree: Tree = new Map();
  for (const [path, { _def: definition }] of procedures) place(tree, path.split('.'), definition);
  const record = recordOf(tree, writer);
  const codes = Object.keys(ERRORS).map((code) => `  | '${code}'`);

  return `// Types of Switchboard’s procedures, written by \`bun run types\`. Do not edit.
import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';

export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: false },
  Procedures
>;

export type Procedures = ${record};

export type ErrorCode =
${codes.join('\n')};

${STATIC_TYPES}

${writer.declarations().join('\n\n')}
`;
}

function place(tree: Tree, [name = '', ...rest]: string[], definition: Definition): void {
  if (rest.length === 0) {
    tree.set(name, definition);
    return;
  }
  const below = tree.get(name) ?? new Map<string, Definition | Tree>();
  if (!(below instanceof Map)) throw new Error(`${name} is both a procedure and a router.`);
  tree.set(name, below);
  place(below, rest, definition);
}

const recordOf = (tree: Tree, writer: TypeWriter): string =>
  block(
    [...tree].map(([name, value]) =>
      value instanceof Map
        ? `${property(name)}: ${recordOf(value, writer)};`
        : `${documentationOf(value)}${property(name)}: ${procedureOf(value, writer)};`,
    ),
  );

function procedureOf({ type, inputs, output, meta }: Definition, writer: TypeWriter): string {
  const [input, ...more] = inputs;
  if (more.length > 0) throw new Error('A procedure with several inputs is not written as TypeScript yet.');
  const given = input ? writer.write(input, 'input') : 'void';
  return `${BUILDERS[type]}<${block([`meta: object;`, `input: ${given};`, `output: ${outputOf(type, output, meta, writer)};`, 'errorShape: ErrorShape;'])}>`;
}

function outputOf(
  type: Definition['type'],
  output: z.ZodType | undefined,
  meta: Meta | undefined,
  writer: TypeWriter,
): string {
  if (type !== 'subscription') return output ? writer.write(output, 'output') : 'void';
  if (!meta?.messages) throw new Error('A subscription names its messages in its meta.');
  return `AsyncIterable<${writer.write(meta.messages, 'output')}, void, unknown>`;
}

function documentationOf({ meta }: Definition): string {
  const { summary, description } = meta?.openapi ?? {};
  return comment([summary, description, meta?.access && callersOf(meta.access)]);
}

function callersOf(access: Access): string {
  switch (access.type) {
    case 'scope':
      return `Required scope: \`${access.scope}\`.`;
    case 'key':
      return 'Any valid API key.';
    case 'public':
      return 'No key or session is needed.';
    case 'session':
      return 'For signed-in users only; API keys are refused.';
    case 'member':
      return `For signed-in members with the role ${access.roles.join(' or ')} only; API keys are refused.`;
    default:
      return 'For administrators of the installation only; API keys are refused.';
  }
}
