import { z } from 'zod';

import { EVENT_TYPES, EventEnvelope, EVENTS, exampleOf, type EventType } from '../../../shared/events/events';

type Json = Record<string, unknown>;
interface Entry {
  post: Json & { tags: string[] };
}

const HEADERS: { name: string; description: string; schema: Json; example: string }[] = [
  {
    name: 'webhook-id',
    description: 'Id of the event. A repeated delivery has the same one: keep it to know what you have seen.',
    schema: { type: 'string', maxLength: 30 },
    example: 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c',
  },
  {
    name: 'webhook-timestamp',
    description: 'Time of this attempt in seconds since 1970. Refuse what is older than five minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 12 },
    example: '1795253400',
  },
  {
    name: 'webhook-signature',
    description:
      'Signatures by Standard Webhooks, one for each valid secret: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.',
    schema: { type: 'string', maxLength: 400 },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    name: 'switchboard-event-type',
    description: 'Type of the event, not signed.',
    schema: { type: 'string', maxLength: 80 },
    example: 'api_key.created',
  },
  {
    name: 'switchboard-delivery-id',
    description: 'The delivery in the log, not signed.',
    schema: { type: 'string', maxLength: 30 },
    example: 'dlv_01jd9x3k2mf8v9q4zt7w5b6n0c',
  },
  {
    name: 'switchboard-attempt',
    description: '1 for the first attempt of the delivery, not signed.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 4 },
    example: '1',
  },
  {
    name: 'switchboard-trigger',
    description: 'What caused the delivery, not signed.',
    schema: { type: 'string', enum: ['event', 'resend', 'replay', 'test'] },
    example: 'event',
  },
  {
    name: 'switchboard-depth',
    description:
      'How many requests and rules of ours stand in the line that led here, with this request; not signed. An inbound endpoint that gets it refuses what goes round in a circle: pass it on where you call one.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 6 },
    example: '1',
  },
];

/** What webhooks receive, one entry a type, with the schema and an example of the whole event. */
export function webhookEntries(schemas: Record<string, Json>): Record<string, Entry> {
  const dataSchemas = new Map<z.ZodType, Json>();
  // Many types share their data.
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
      description: `${summary}\n\nScope to subscribe: \`${scope}\`.`,
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

/** What a receiver may answer. */
export const RECEIVER_ANSWERS: Record<string, Json> = {
  EventAccepted: { description: 'Any 2xx status accepts the event.' },
  WebhookGone: { description: 'Disables the webhook at once.' },
  EventNotAccepted: { description: 'Anything else, redirects too: the event is sent again later.' },
};

const refTo = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

/** Every event, with this type and its data. */
const schemaOf = (type: EventType, data: Json): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Event' },
    {
      type: 'object',
      properties: {
        type: { const: type, type: 'string', description: 'What happened.' },
        data: { description: 'The object, as it was after the change.', ...data },
      },
    },
  ],
});

/** What they hold is no schema. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** A schema as it stands in a document: what has a name is among the shared ones. */
function registered(schema: z.ZodType, schemas: Record<string, Json>): Json {
  const root = z.toJSONSchema(schema) as Json & { $defs?: Record<string, Json> };
  const name = schema.meta()?.id;

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    const { $ref: reference, $defs: _, $schema: __, ...rest } = value as Json;
    const own = Object.fromEntries(
      Object.entries(rest)
        // A text is the name of a schema; an object is a property that is called so.
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
