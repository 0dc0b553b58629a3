import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import document from './v23.json';

interface Schema {
  [key: string]: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
}

const REF = '#/components/schemas/';
const schemas: Record<string, Schema> = structuredClone(document.components.schemas);
const of = (name: string): Schema => {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The document has no ${name}.`);
  return schema;
};

/**
 * Each message is written there as all of a common part and of a closed own part, which nothing can be: what is meant is
 * one object with the properties of both.
 */
function joined(schema: Schema): Schema {
  const parts = (schema.allOf ?? []).map((part) =>
    typeof part['$ref'] === 'string' ? of(part['$ref'].slice(REF.length)) : part,
  );
  return {
    type: 'object',
    additionalProperties: false,
    required: parts.flatMap(({ required = [] }) => required),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  };
}

/** Where the document contradicts its own examples. */
function amend(): void {
  const either = { type: ['string', 'number'] };
  const { properties: location } = of('LocationMessage').properties?.['location'] ?? {};
  Object.assign(location ?? {}, { latitude: either, longitude: either });
  of('LanguageObject').required = ['code'];
  Object.assign(of('TemplateComponent').properties ?? {}, { index: { type: ['string', 'integer'] } });
}

const messages = Object.keys(schemas).filter((name) => of(name).allOf !== undefined);
// Meta documents it elsewhere, and sends it back.
Object.assign(of('BaseMessageProperties').properties ?? {}, { biz_opaque_callback_data: { type: 'string' } });
for (const name of messages) schemas[name] = joined(of(name));
amend();

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'meta', components: { schemas } });

/** References name the registered document. */
const located = (schema: unknown): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll(`"${REF}`, `"meta${REF}`)) as Schema;

const requests: Record<string, unknown> = document.requests;
const compiled = new Map<string, ValidateFunction>();

/** Requests of which the document says what they hold, as `POST /number/messages`. */
export const KNOWN_REQUESTS: readonly string[] = Object.keys(requests);

/** What the document finds wrong with the body of a request, one sentence each. */
export function faultsOf(request: string, body: Record<string, unknown>): string[] {
  const name = request === 'POST /number/messages' ? nameOf(String(body['type'])) : request;
  let validate = compiled.get(name);
  if (validate === undefined) {
    const schema = name === request ? requests[request] : { $ref: REF + name };
    if (schema === undefined) throw new Error(`The document knows no ${request}.`);
    validate = ajv.compile(located(schema));
    compiled.set(name, validate);
  }
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath || 'body', message, params['additionalProperty']].filter(Boolean).join(' '),
  );
}

/** The schema of the one type says more of what is wrong than eleven of which one must fit. */
function nameOf(type: string): string {
  const name = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}Message`;
  if (!messages.includes(name)) throw new Error(`The document has no message of the type ${type}.`);
  return name;
}

/** Requests as the document shows them. */
export const EXAMPLES: Record<string, Record<string, unknown>> = document.examples;
