import {
  type Document,
  METHODS,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  type Schema,
  type SchemaObject,
  dereference,
  flatten,
  isRecord,
  typesOf,
} from './document';
import { missingExamples, wrongExamples } from './example-rules';
import type { Problem } from './lint';
import { walk } from './walk';

/** Rules that neither linter checks, or checks only slowly. */
export function documentRules(document: Document): Problem[] {
  return [boundlessInputs, nakedProperties, plainProblems, unkemptPaths, wrongExamples, missingExamples].flatMap(
    (rule) => {
      try {
        return rule(document);
      } catch (error) {
        return [problem(rule.name, '#/', error instanceof Error ? error.message : String(error))];
      }
    },
  );
}

const problem = (rule: string, at: string, message: string): Problem => ({ by: 'rules', rule, at, message });

/** The path that clients of Anthropic call. */
const GIVEN_PATH = '/messages/count_tokens';

/** Paths in another case than kebab-case. */
const unkemptPaths = (document: Document): Problem[] =>
  Object.keys(document.paths ?? {})
    .filter((path) => path !== GIVEN_PATH && !/^(?:\/(?:[a-z0-9]+(?:-[a-z0-9]+)*|\{\w+\}))+$/.test(path))
    .map((path) => problem('paths-kebab-case', `#/paths/${path}`, 'a path is not in kebab-case'));

/** Input strings without a bound, also behind a `$ref`. */
function boundlessInputs(document: Document): Problem[] {
  return operationsOf(document).flatMap(({ at, operation, item }) => {
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
      dereference<ParameterObject>(document, one),
    );
    const body = operation.requestBody ? dereference<RequestBodyObject>(document, operation.requestBody) : undefined;
    const inputs: [string, Schema | undefined][] = [
      ...parameters.map((parameter): [string, Schema | undefined] => [
        `${at}/parameters/${parameter.name}`,
        parameter.schema,
      ]),
      ...Object.entries(body?.content ?? {}).map(([type, media]): [string, Schema | undefined] => [
        `${at}/requestBody/${type}`,
        media.schema,
      ]),
    ];
    return inputs.flatMap(([location, schema]) =>
      schema === undefined ? [] : boundless(document, schema, location, []),
    );
  });
}

function boundless(document: Document, schema: Schema, at: string, within: Schema[]): Problem[] {
  if (within.includes(schema)) return [];
  const path = [...within, schema];
  const { anyOf, oneOf, ...flat } = flatten(document, schema);
  const branches = [...(anyOf ?? []), ...(oneOf ?? [])];
  const ofBranches = branches.flatMap((branch) => boundless(document, beside(flat, branch), at, path));
  const inner = children(flat).flatMap(([name, child]) => boundless(document, child, `${at}/${name}`, path));
  if (branches.length > 0) return [...ofBranches, ...inner];

  const isBound = ['maxLength', 'pattern', 'enum', 'const'].some((keyword) => flat[keyword] !== undefined);
  const own =
    typesOf(flat).includes('string') && !isBound
      ? [problem('input-string-bounds', at, 'an input string has no maxLength, pattern, enum or const')]
      : [];
  return [...own, ...inner];
}

/** What stands beside the branches binds each of them. */
function beside(flat: SchemaObject, branch: Schema): Schema {
  const { properties: _, required: __, ...rest } = flat;
  return Object.keys(rest).length > 0 ? { allOf: [rest, branch] } : branch;
}

function children(schema: SchemaObject): [string, Schema][] {
  return [
    ...Object.entries(schema.properties ?? {}),
    ...Object.entries(schema.patternProperties ?? {}),
    ...(schema.items === undefined ? [] : [['items', schema.items] as [string, Schema]]),
    ...(schema.prefixItems ?? []).map((item, index): [string, Schema] => [String(index), item]),
    ...(isRecord(schema.additionalProperties) ? [['*', schema.additionalProperties] as [string, Schema]] : []),
  ];
}

/** Properties without a description, of their own or of what they refer to. */
function nakedProperties(document: Document): Problem[] {
  const found: Problem[] = [];
  walk(
    { paths: document.paths, webhooks: document['webhooks'], components: document.components },
    '#',
    (schema, at) => {
      // The parts of an `allOf` describe a property together.
      if (/\/allOf\/\d+$/u.test(at)) return;
      const whole = Array.isArray(schema['allOf']) ? flatten(document, schema) : schema;
      for (const [name, property] of Object.entries(propertiesOf(whole))) {
        if (!flatten(document, property).description)
          found.push(
            problem('property-description', `${at}/properties/${name}`, `property ${name} has no description`),
          );
      }
    },
  );
  return found;
}

/** A schema's; an object may have something else of that name. */
function propertiesOf({ properties }: Record<string, unknown>): Record<string, Schema> {
  if (!isRecord(properties)) return {};
  const isSchemas = Object.values(properties).every((one) => isRecord(one) || typeof one === 'boolean');
  return isSchemas ? (properties as Record<string, Schema>) : {};
}

/** Errors that are not served as problems. A webhook's answers are the receiver's affair. */
function plainProblems(document: Document): Problem[] {
  return operationsOf(document).flatMap(({ at, operation }) =>
    Object.entries(operation.responses ?? {}).flatMap(([status, reference]) => {
      const types = Object.keys(dereference<ResponseObject>(document, reference).content ?? {});
      const isError = /^[45]|^default$/u.test(status);
      const isPlain = types.length === 0 || types.some((type) => type !== 'application/problem+json');
      return isError && isPlain
        ? [
            problem(
              'problem-json',
              `${at}/responses/${status}`,
              `a problem is served as ${types.join(', ') || 'nothing'}`,
            ),
          ]
        : [];
    }),
  );
}

function operationsOf(document: Document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ at: `#/paths/${path.replaceAll('/', '~1')}/${method}`, operation, item }] : [];
    }),
  );
}
