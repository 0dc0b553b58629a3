import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';

import { SURFACE_NAMES, SURFACES, type Surface } from '../../../shared/surfaces';
import { isLoopbackHost } from '../../limits/client-address';
import type { AppRouter } from '../../router';
import type { Operation } from '../rest/operation';
import { completeOperation } from './operation-entry';
import { plainly } from './plain';
import { HEADERS, PROBLEM_SCHEMA } from './responses';
import { TAGS } from './tags';
import { webhookEntries } from './webhook-entries';

type Json = Record<string, unknown>;

interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; headers: Json };
}

const INTRODUCTION = `Call every channel of a workspace with one kind of key.

Send the key as \`Authorization: Bearer <key>\`. Errors are \`application/problem+json\` (RFC 9457); \`code\` is their stable name.
Lists are read page by page with \`limit\` and \`cursor\`. \`Idempotency-Key\` makes a POST or PATCH safe to repeat for 24 hours.
\`GET /api/v1\` lists the documents and references of each surface and the health checks; it needs no key.`;

/** OpenAPI 3.1 of the operations: made by trpc-to-openapi, completed with what it does not know. */
export function generateDocument(
  operations: readonly Operation[],
  baseUrl: string,
  surface?: Surface,
): OpenApiDocument {
  const chosen = operations.filter((operation) => surface === undefined || isIn(operation, surface));
  const generated = generateOpenApiDocument(viewOf(chosen) as AppRouter, {
    title: 'Switchboard API',
    description: INTRODUCTION,
    version: '1.0.0',
    openApiVersion: '3.1.0',
    baseUrl: serverUrl(baseUrl),
    contact: { name: 'Switchboard' },
    license: { name: 'MIT', identifier: 'MIT' },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace, made in the console.' },
    },
  }) as unknown as OpenApiDocument;

  const components = generated.components;
  components.schemas = { ...components.schemas, Problem: PROBLEM_SCHEMA };
  components.responses = {};
  components.headers = { ...HEADERS };
  for (const operation of chosen) {
    const entry = generated.paths[operation.path]?.[operation.method.toLowerCase()];
    if (entry) completeOperation(operation, entry, components, baseUrl);
  }
  const webhooks = webhookEntries(components.schemas, surface);
  dropUnused({ ...generated, webhooks });

  const used = TAGS.filter(
    ({ name }) =>
      chosen.some((operation) => operation.meta.openapi?.tags?.includes(name)) ||
      Object.values(webhooks).some(({ post }) => post.tags.includes(name)),
  );
  const apart = chosen.filter(({ meta }) => meta.examples?.responseApart !== undefined);
  return plainly({
    ...generated,
    webhooks,
    ...(apart.length > 0
      ? { 'x-examples': Object.fromEntries(apart.map(({ id, meta }) => [id, meta.examples?.responseApart])) }
      : {}),
    tags: used.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': SURFACE_NAMES.map((name) => ({
      name: SURFACES[name],
      // A reference of one surface shows what it borrows as its own.
      tags: used.filter((tag) => (surface ?? tag.surface) === name).map((tag) => tag.name),
    })).filter((group) => group.tags.length > 0),
  });
}

const isIn = ({ surface, meta }: Operation, asked: Surface): boolean =>
  surface === asked || (meta.alsoIn?.includes(asked) ?? false);

/** Relative on loopback: such an address means something else on every machine that reads the document. */
const serverUrl = (baseUrl: string): string =>
  isLoopbackHost(new URL(baseUrl).host) ? '/api/v1' : `${baseUrl}/api/v1`;

/** The procedures as the generator can read them: it knows only plain objects as input. */
function viewOf(operations: readonly Operation[]) {
  const procedures = operations.map((operation) => {
    const { definition } = operation;
    const inputs = operation.meta.bodySchema
      ? [z.object(Object.fromEntries(operation.pathParameters.map((name) => [name, z.string()])))]
      : definition.inputs.length > 0
        ? [operation.input]
        : [];
    const openapi = { ...operation.meta.openapi, operationId: operation.id };
    return [
      operation.procedure,
      { _def: { ...definition, inputs, output: definition.output ?? z.void(), meta: { ...definition.meta, openapi } } },
    ];
  });
  return { _def: { procedures: Object.fromEntries(procedures) as object } };
}

/** Shared parts that nothing refers to any more are noise in a reference. */
function dropUnused(document: OpenApiDocument): void {
  for (let changed = true; changed;) {
    changed = false;
    const text = JSON.stringify(document);
    for (const [kind, entries] of Object.entries(document.components)) {
      if (kind === 'securitySchemes') continue;
      for (const name of Object.keys(entries)) {
        if (text.includes(`"#/components/${kind}/${name}"`)) continue;
        delete entries[name];
        changed = true;
      }
    }
  }
}
