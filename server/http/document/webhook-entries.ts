import { z } from 'zod';

import { EVENT_TYPES, EventEnvelope, EVENTS, exampleOf, type EventType } from '../../../shared/events/events';

type Json = Record<string, unknown>;
interface Entry {
  post: Json & { tags: string[] };
}

const HEADERS: { name: string; description: string; schema: Json; example: string }[] = [
  {
    name: 'webhook-id',
    description: 'Id of the event. All deliveries of an event have the same id; use it to detect duplicates.',
    schema: { type: 'string', maxLength: 30 },
    example: 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c',
  },
  {
    name: 'webhook-timestamp',
    description: 'Time of this attempt in Unix seconds. Reject requests that are older than five minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 12 },
    example: '1795253400',
  },
  {
    name: 'webhook-signature',
    description:
      'Signatures in the format of Standard Webhooks, one for each valid secret: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.',
    schema: { type: 'string', maxLength: 400 },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    name: 'switchboard-event-type',
    description: 'Type of the event. Not signed.',
    schema: { type: 'string', maxLength: 80 },
    example: 'api_key.created',
  },
  {
    name: 'switchboard-delivery-id',
    description: 'Id of the delivery. Not signed.',
    schema: { type: 'string', maxLength: 30 },
    example: 'dlv_01jd9x3k2mf8v9q4zt7w5b6n0c',
  },
  {
    name: 'switchboard-attempt',
    description: 'Number of the attempt, starting at 1. Not signed.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 4 },
    example: '1',
  },
  {
    name: 'switchboard-trigger',
    description: 'Cause of the delivery. Not signed.',
    schema: { type: 'string', enum: ['event', 'resend', 'replay', 'test'] },
    example: 'event',
  },
  {
    name: 'switchboard-call-depth',
    description:
      'Number of Switchboard requests and rules that led to this request, including this one. Not signed. If you call an inbound endpoint because of this request, pass the header on, so that endless loops are detected and refused.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 6 },
    example: '1',
  },
];

export function webhookEntries(schemas: Record<string, Json>): Record<string, Entry> {
  const dataSchemas = new Map<z.ZodType, Json>();
  const dataOf = ({ data }: (typeof EVENTS)[EventType]): Json => {
    const known = dataSchemas.get(data) ?? registered(data, schemas);
    dataSchemas.set(data, known);
    return known;
  };
  registered(EventEnvelope, schemas);
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, entryOf(type, schemaOf(type, dataOf(EVENTS[type])))]));
}

function entryOf(type: EventType, schema: Json): Entry {
  const { label, summary, scope, tag } = EVENTS[type];
  return {
    post: {
      operationId: `event_${type.replaceAll('.', '_')}`,
      tags: [tag],
      summary: label,
      description: `${summary}\n\nRequired scope to subscribe: \`${scope}\`.`,
      security: [],
      parameters: HEADERS.map(({ name, ...rest }) => ({ name, in: 'header', required: true, ...rest })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(type) } },
      },
      responses: { '200': refTo('EventAccepted'), '410': refTo('WebhookGone'), default: refTo('EventNotAccepted') },
    },
  };
}

export const RECEIVER_ANSWERS: Record<string, Json> = {
  EventAccepted: { description: 'Any 2xx status means that the event was received.' },
  WebhookGone: { description: 'The webhook is disabled at once.' },
  EventNotAccepted: { description: 'Any other status, including redirects. The event is sent again later.' },
};

const refTo = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

const schemaOf = (type: EventType, data: Json): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Event' },
    {
      type: 'object',
      properties: {
        type: { const: type, type: 'string', description: 'Type of the event.' },
        data: { description: 'The object after the change.', ...data },
      },
    },
  ],
});

const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

function registered(schema: z.ZodType, schemas: Record<string, Json>): Json {
  const root = z.toJSONSchema(schema) as Json & { $defs?: Record<string, Json> };
  const name = schema.meta()?.id;

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    const { $ref: reference, $defs: _, $schema: __, ...rest } = value as Json;
    const own = Object.fromEntries(
      Object.entries(rest)
        // A string names a schema; an object is a property called `id`.
        .filter(([key, inner]) => key !== 'id' || typeof inner !== 'string')
        .map(([key, inner]) => [key, DATA.has(key) ? inner : resolve(inner)]),
    );
    if (typeof reference !== 'string') return own;
    const target = reference.split('/').at(-1) ?? '';
    return { ...own, ...register(target, root.$defs?.[target] ?? {}) };
  };
  const register = (target: string, definition: Json): Json => {
    if (!(target in schemas)) {
      schemas[target] = {};
      schemas[target] = resolve(definition) as Json;
    }
    return { $ref: `#/components/schemas/${target}` };
  };
  if (name === undefined) return resolve(root) as Json;
  return register(name, root.$defs?.[name] ?? root);
}
