import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import type { Document, Schema } from './document';

const validators = new WeakMap<Document, { ajv: Ajv2020; compiled: Map<Schema, ValidateFunction> }>();

/** What is wrong with a value under a schema of the document, one sentence each. */
export function violations(document: Document, schema: Schema, value: unknown): string[] {
  const validate = validatorOf(document, schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
    return `${instancePath || 'value'} ${message}${extra}`;
  });
}

export function isValid(document: Document, schema: Schema, value: unknown): boolean {
  return validatorOf(document, schema)(value);
}

function validatorOf(document: Document, schema: Schema): ValidateFunction {
  let known = validators.get(document);
  if (!known) {
    const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'doc', ...document });
    known = { ajv, compiled: new Map() };
    validators.set(document, known);
  }

  let validate = known.compiled.get(schema);
  if (!validate) {
    validate = known.ajv.compile(inDocument(schema) as Schema);
    known.compiled.set(schema, validate);
  }
  return validate;
}

/** A copy whose references name the registered document. */
function inDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDocument);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === '$ref' && typeof inner === 'string' ? [name, inner.replace(/^#/u, 'doc#')] : [name, inDocument(inner)],
    ),
  );
}
