import type { z } from 'zod';

import { EVENT_TYPES, EventEnvelope, EVENTS, exampleOf, type EventType } from '../../../shared/events/events';
import { ClickFacts } from '../../../shared/links/clicks';
import type { JsonObject } from '../../json-object';
import { differences } from './extensions';

type Schemas = Record<string, JsonObject>;
interface Entry {
  post: JsonObject & { tags: string[] };
}

const HEADERS: { name: string; description: string; schema: JsonObject; example: string }[] = [
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
];

/** The generator does not know webhooks: it gets their schemas on a path that is removed afterwards. */
export const EVENT_PATHS = {
  '/-/events': {
    post: {
      responses: Object.fromEntries(
        [...new Set([EventEnvelope, ClickFacts, ...Object.values(EVENTS).map(({ data }) => data)])].map(
          (schema, index) => [
            `${200 + index}`,
            { description: nameOf(schema), content: { 'application/json': { schema } } },
          ],
        ),
      ),
    },
  },
};

export const webhookEntries = (schemas: Schemas): Record<string, Entry> =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, entryOf(type, schemas)]));

function entryOf(type: EventType, schemas: Schemas): Entry {
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
        content: { 'application/json': { schema: schemaOf(type, schemas) } },
      },
      responses: { default: { $ref: '#/components/responses/Receiver' } },
    },
  };
}

export const RECEIVER_RESPONSE: JsonObject = {
  description:
    'Any 2xx status means that the event was received. 410 disables the webhook at once. After any other status, including redirects, the event is sent again later.',
};

/** If the example of the event differs from that of its object, the object is refined. */
function schemaOf(type: EventType, schemas: Schemas): JsonObject {
  const name = nameOf(EVENTS[type].data);
  const reference = { $ref: `#/components/schemas/${name}` };
  const { properties = {}, example } = schemas[name] ?? {};
  const examples = differences(exampleOf(type).data, example, properties as Schemas);
  const data = examples.length === 0 ? reference : { allOf: [reference, { properties: Object.fromEntries(examples) }] };
  return {
    allOf: [{ $ref: '#/components/schemas/Event' }, { properties: { type: { const: type, type: 'string' }, data } }],
  };
}

function nameOf(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error('The data of an event is a schema with an id.');
  return id;
}
