import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';

import { EVENTS, type EventType } from '../../../shared/events/events';
import { SURFACE_NAMES, surfaceOf, SURFACES, type Surface } from '../../../shared/surfaces';
import type { JsonObject } from '../../json-object';
import { TAGS } from '../../modules';
import type { AppRouter } from '../../router';
import type { Operation } from '../rest/operation';
import { openAnswers } from './answers';
import { withBases } from './extensions';
import { completeOperation, IDEMPOTENCY_KEY } from './operation-entry';
import { reachedFrom } from './references';
import { COMMON_PROBLEM_SCHEMA, HEADERS, PROBLEM_SCHEMA, SHARED_RESPONSES } from './responses';
import { shareExamples } from './share-examples';
import { shareParameters } from './share-parameters';
import { shareSchemas } from './share-schemas';
import { simplifyDocument } from './simplify-document';
import { tagOf } from './tags';
import { EVENT_PATHS, RECEIVER_RESPONSE, webhookEntries } from './webhook-entries';

interface OpenApiDocument extends JsonObject {
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: Record<string, { post: JsonObject }>;
  components: Record<string, JsonObject> & {
    schemas: Record<string, JsonObject>;
    responses: Record<string, JsonObject>;
    headers: JsonObject;
  };
}

const INTRODUCTION = `REST API for all channels of a workspace.

Send the API key as \`Authorization: Bearer <key>\`. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.
Lists are paginated with \`limit\` and \`cursor\`. With an \`Idempotency-Key\`, a POST or PATCH request can be repeated safely for 24 hours.
Every response has the header \`X-Request-Id\`. Responses to requests with a key have \`RateLimit\`, the remaining requests of each quota, and \`RateLimit-Policy\`, the quotas.
Requests to webhooks also have headers that are not signed: \`switchboard-event-type\`, \`switchboard-delivery-id\`, \`switchboard-attempt\` (the number of the attempt, starting at 1), \`switchboard-trigger\` (\`event\`, \`resend\`, \`replay\` or \`test\`) and \`switchboard-call-depth\`, the number of requests and rules of Switchboard that led to the request. If you call an inbound endpoint because of such a request, pass \`switchboard-call-depth\` on, so that endless loops are detected and refused.
\`GET /api/v1\` returns links to the OpenAPI documents, the references and the health checks; it needs no key.`;

export function generateDocument(operations: readonly Operation[], baseUrl: string): OpenApiDocument {
  const generated = generateOpenApiDocument(viewOf(operations) as AppRouter, {
    title: 'Switchboard API',
    description: INTRODUCTION,
    version: '1.0.0',
    openApiVersion: '3.1.0',
    baseUrl: `${baseUrl}/api/v1`,
    contact: { name: 'Switchboard' },
    license: { name: 'MIT', identifier: 'MIT' },
    paths: EVENT_PATHS,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'API key of the workspace. Create one in the console.' },
    },
  }) as unknown as OpenApiDocument;

  for (const path of Object.keys(EVENT_PATHS)) delete generated.paths[path];

  const components = generated.components;
  Object.assign(components.schemas, {
    Problem: PROBLEM_SCHEMA,
    CommonProblem: COMMON_PROBLEM_SCHEMA,
    IdempotencyKey: IDEMPOTENCY_KEY,
  });
  components.responses = { ...SHARED_RESPONSES, Receiver: RECEIVER_RESPONSE };
  components.headers = { ...HEADERS };
  for (const operation of operations) {
    const entry = generated.paths[operation.path]?.[operation.method.toLowerCase()];
    if (entry) completeOperation(operation, entry, components);
  }
  const webhooks = webhookEntries(components.schemas);
  const apart = operations.filter(({ meta }) => meta.examples?.responseApart !== undefined);
  const examples = Object.fromEntries(apart.map(({ id, meta }) => [id, meta.examples?.responseApart]));
  const plain = simplifyDocument({ ...generated, security: [{ bearer: [] }], webhooks, 'x-examples': examples });
  const document = withBases(plain);
  openAnswers(document);
  shareSchemas(document);
  shareParameters(document);
  shareExamples(document);
  return used(document, operations);
}

export function surfaceDocument(
  whole: OpenApiDocument,
  operations: readonly Operation[],
  surface: Surface,
): OpenApiDocument {
  const chosen = operations.filter((operation) => isIn(operation, surface));
  const paths: OpenApiDocument['paths'] = {};
  for (const { path, method } of chosen) {
    const entry = whole.paths[path]?.[method.toLowerCase()];
    if (entry) paths[path] = { ...paths[path], [method.toLowerCase()]: entry };
  }
  const webhooks = Object.fromEntries(
    Object.entries(whole.webhooks).filter(([type]) => EVENTS[type as EventType].surface === surface),
  );
  return used({ ...whole, paths, webhooks }, chosen, surface);
}

function used(document: OpenApiDocument, operations: readonly Operation[], surface?: Surface): OpenApiDocument {
  const { 'x-examples': examples, ...rest } = document;
  const ids = new Set(operations.map(({ id }) => id));
  const apart = Object.entries(examples as JsonObject).filter(([id]) => ids.has(id));
  const tagged = new Set(operations.map(({ procedure }) => tagOf(procedure).name));
  const tags = TAGS.filter(
    ({ name }) =>
      tagged.has(name) ||
      Object.values(document.webhooks).some(({ post }) => (post['tags'] as string[]).includes(name)),
  );
  return {
    ...rest,
    components: usedComponents(document),
    ...(apart.length > 0 ? { 'x-examples': Object.fromEntries(apart) } : {}),
    tags: tags.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': SURFACE_NAMES.map((name) => ({
      name: SURFACES[name],
      // Borrowed operations appear under the surface's own tags.
      tags: tags.filter((tag) => (surface ?? surfaceOf(tag.of[0])) === name).map((tag) => tag.name),
    })).filter((group) => group.tags.length > 0),
  };
}

const isIn = ({ procedure, surface, meta }: Operation, asked: Surface): boolean =>
  [surface, ...(meta.alsoIn ?? tagOf(procedure).alsoIn ?? [])].includes(asked);

/** The generator accepts only plain objects as input. */
function viewOf(operations: readonly Operation[]) {
  const procedures = operations.map((operation) => {
    const { definition } = operation;
    const inputs = operation.meta.bodySchema
      ? [z.object(Object.fromEntries(operation.pathParameters.map((name) => [name, z.string()])))]
      : definition.inputs.length > 0
        ? [operation.input]
        : [];
    const tags = [tagOf(operation.procedure).name];
    const openapi = { ...operation.meta.openapi, operationId: operation.id, tags };
    return [
      operation.procedure,
      { _def: { ...definition, inputs, output: definition.output ?? z.void(), meta: { ...definition.meta, openapi } } },
    ];
  });
  return { _def: { procedures: Object.fromEntries(procedures) as object } };
}

function usedComponents({ paths, webhooks, components }: OpenApiDocument): OpenApiDocument['components'] {
  const reached = reachedFrom([paths, webhooks], components);
  return Object.fromEntries(
    Object.entries(components).map(([kind, entries]) => [
      kind,
      kind === 'securitySchemes'
        ? entries
        : Object.fromEntries(Object.entries(entries).filter(([name]) => reached.has(`${kind}/${name}`))),
    ]),
  ) as OpenApiDocument['components'];
}
