import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import type { Document, Schema } from './document';

interface Validators {
  ajv: Ajv2020;
  compiled: Map<Schema, ValidateFunction>;
  /** By their text: what is written out in many places is compiled once. */
  byText: Map<string, ValidateFunction>;
}

const validators = new WeakMap<Document, Validators>();

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
    // To compile is most of the work: a schema behind a reference is compiled once, and none is made smaller for speed.
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      logger: false,
      inlineRefs: false,
      code: { optimize: false },
    });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'doc', ...document });
    known = { ajv, compiled: new Map(), byText: new Map() };
    validators.set(document, known);
  }

  let validate = known.compiled.get(schema);
  if (!validate) {
    const text = JSON.stringify(schema);
    validate = known.byText.get(text) ?? known.ajv.compile(inDocument(schema) as Schema);
    known.byText.set(text, validate);
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
