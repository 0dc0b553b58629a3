import {
  type Document,
  type MediaTypeObject,
  METHODS,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type RequestBodyObject,
  type SchemaObject,
  dereference,
  flatten,
  isRecord,
} from './document';
import { documentRules } from './document-rules';
import { type Linter, type Problem, lintAll } from './lint';

type Mutation = (document: Document) => void;

/** Seeded defects: each of them must be found by a linter or a rule. */
export const MUTATIONS: Record<string, Mutation> = {
  'operationId missing': (document) => void delete anyOperation(document).operationId,
  'operationId duplicate': (document) => {
    const [one, other] = operationsOf(document);
    site(other).operationId = site(one).operationId ?? '';
  },
  'operationId mis-cased': (document) => void (anyOperation(document).operationId = 'listThings'),
  'summary missing': (document) => void delete anyOperation(document).summary,
  'description missing': (document) => void delete anyOperation(document).description,
  'tag missing': (document) => void delete anyOperation(document).tags,
  'undefined tag': (document) => void (anyOperation(document).tags = ['Nowhere defined']),
  'no 401': (document) => void delete responsesOf(anyOperation(document))['401'],
  'no 429': (document) => void delete responsesOf(anyOperation(document))['429'],
  'neither 401 nor 429': (document) => {
    const responses = responsesOf(anyOperation(document));
    delete responses['401'];
    delete responses['429'];
  },
  'example wrong in a body': (document) => {
    const media = bodyMedia(document);
    delete media.examples;
    media.example = {
      [site(Object.keys(flatten(document, media.schema ?? {}).properties ?? {})[0])]: { wrong: ['type'] },
    };
  },
  'example wrong in a parameter': (document) => {
    const parameter = site(parametersOf(document).find(({ schema }) => isRecord(schema) && schema.type === 'integer'));
    delete parameter.examples;
    parameter.example = 'not a number';
  },
  'example missing': (document) => {
    const media = bodyMedia(document);
    delete media.example;
    delete media.examples;
  },
  'parameter description missing': (document) => void delete site(parametersOf(document)[0]).description,
  'property description missing': (document) => void delete ownProperty(document).description,
  nullable: (document) => void (ownProperty(document)['nullable'] = true),
  'unused component': (document) => {
    document.components = {
      ...document.components,
      schemas: { ...document.components?.schemas, Nobody: { type: 'string', maxLength: 1 } },
    };
  },
  'undeclared path parameter': (document) =>
    rename(
      document,
      (path) => path.includes('{'),
      (path) => `${path}/of/{nobody_id}`,
    ),
  'ambiguous paths': (document) => {
    const [path, item] = site(Object.entries(document.paths ?? {}).find(([name]) => name.includes('{')));
    const text = JSON.stringify(item)
      .replaceAll(/"operationId":"(\w+)"/gu, '"operationId":"$1_again"')
      .replaceAll(`"name":"${parameterIn(path)}"`, '"name":"other_id"');
    const again = path.replace(`{${parameterIn(path)}}`, '{other_id}');
    document.paths = { ...document.paths, [again]: JSON.parse(text) };
  },
  'undefined security': (document) => void (anyOperation(document).security = [{ nowhere_defined: [] }]),
  'missing security': (document) => {
    delete document.security;
    delete anyOperation(document).security;
  },
  'trailing slash': (document) =>
    rename(
      document,
      () => true,
      (path) => `${path}/`,
    ),
  'dead $ref': (document) => void (bodyMedia(document).schema = { $ref: '#/components/schemas/NowhereDefined' }),
  'GET with body': (document) => {
    const get = site(operationsOf(document).find((operation) => operation === pathOf(document, operation)?.get));
    get.requestBody = structuredClone(
      site(operationsOf(document).find((operation) => operation.requestBody)).requestBody ?? {},
    );
  },
  'required but absent property': (document) => {
    const schema = site(objectsIn(document)[0]);
    schema.required = [...(schema.required ?? []), 'nowhere_defined'];
  },
  'unknown type': (document) => void (ownProperty(document).type = 'text'),
  'default out of bounds': (document) => {
    const schema = site(
      parametersOf(document)
        .map((parameter) => parameter.schema)
        .find((one) => isRecord(one) && one.maximum !== undefined),
    ) as SchemaObject;
    schema['default'] = (schema.maximum ?? 0) + 1;
  },
  'no licence': (document) => void delete document.info['license'],
  'no maxLength': (document) => {
    const schema = flattenedInPlace(document);
    const text = Object.values(schema.properties ?? {}).find(
      (one) => isRecord(one) && one.type === 'string' && one.maxLength !== undefined && one.pattern === undefined,
    );
    delete (site(text) as SchemaObject).maxLength;
  },
  'problem as plain JSON': (document) => {
    const response = site(
      operationsOf(document)
        .flatMap((operation) => Object.entries(operation.responses ?? {}))
        .find(([status]) => status.startsWith('4')),
    )[1];
    const shared = dereference(document, response);
    shared.content = { 'application/json': site(shared.content?.['application/problem+json']) };
  },
};

/** A copy of the document with the defect. Throws where the document has no place for it. */
export function mutate(document: Document, mutation: Mutation): Document {
  const copy = structuredClone(document);
  mutation(copy);
  return copy;
}

/** The whole gate over several documents: both linters and our own rules. */
export async function gate(documents: Document[], linters?: Linter[]): Promise<Problem[][]> {
  const linted = await lintAll(documents, linters);
  return documents.map((document, index) => [...(linted[index] ?? []), ...documentRules(document)]);
}

/**
 * Names of the defects that the gate does not report. The document itself must be clean.
 * Spectral is slow, so it is asked only about what nothing else sees.
 */
export async function unreported(document: Document, mutations = MUTATIONS): Promise<string[]> {
  const mutants = Object.entries(mutations).map(([name, mutation]) => ({ name, document: mutate(document, mutation) }));
  const left = await silent(document, mutants, 'redocly');
  return (await silent(document, left, 'spectral')).map((mutant) => mutant.name);
}

/** Those that a linter and our own rules say nothing about. */
async function silent<T extends { document: Document }>(own: Document, mutants: T[], linter: Linter): Promise<T[]> {
  const [clean, ...found] = await gate([own, ...mutants.map((mutant) => mutant.document)], [linter]);
  if (clean?.length !== 0)
    throw new Error(`the document itself has problems: ${JSON.stringify(clean?.slice(0, 5), null, 1)}`);

  return mutants.filter((_, index) => found[index]?.length === 0);
}

function site<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the document has no place for this defect');
  return found;
}

const operationsOf = (document: Document): OperationObject[] =>
  Object.values<PathItem>(document.paths ?? {})
    .flatMap((item) => METHODS.map((method) => item[method]))
    .filter((operation) => operation !== undefined);

const anyOperation = (document: Document) =>
  site(operationsOf(document).find((operation) => operation.security?.length !== 0));

const responsesOf = (operation: OperationObject) => operation.responses ?? {};

const pathOf = (document: Document, operation: OperationObject) =>
  Object.values<PathItem>(document.paths ?? {}).find((item) => METHODS.some((method) => item[method] === operation));

const parameterIn = (path: string) => site(/\{(?<name>[^}]+)\}/u.exec(path)?.groups?.['name']);

function parametersOf(document: Document): ParameterObject[] {
  return operationsOf(document).flatMap((operation) =>
    (operation.parameters ?? []).map((parameter) => dereference<ParameterObject>(document, parameter)),
  );
}

function bodyMedia(document: Document): MediaTypeObject {
  const bodies = operationsOf(document).flatMap((operation) => operation.requestBody ?? []);
  return site(
    bodies
      .map((body) => dereference<RequestBodyObject>(document, body).content?.['application/json'])
      .find((media) => Object.keys(flatten(document, media?.schema ?? {}).properties ?? {}).length > 0),
  );
}

/** The schema of a request body itself, not a merged copy. */
function flattenedInPlace(document: Document): SchemaObject {
  const { schema } = bodyMedia(document);
  return isRecord(schema) && typeof schema['$ref'] === 'string'
    ? dereference<SchemaObject>(document, schema)
    : (schema as SchemaObject);
}

function objectsIn(document: Document): SchemaObject[] {
  const named = Object.values(document.components?.schemas ?? {});
  return [flattenedInPlace(document), ...named].filter(
    (schema): schema is SchemaObject => isRecord(schema) && isRecord(schema['properties']),
  );
}

/** A property that is written out where it stands. */
function ownProperty(document: Document): SchemaObject {
  const properties = objectsIn(document).flatMap((schema) => Object.values(schema.properties ?? {}));
  return site(
    properties.find((property): property is SchemaObject => isRecord(property) && typeof property['type'] === 'string'),
  );
}

function rename(document: Document, which: (path: string) => boolean, to: (path: string) => string): void {
  const chosen = site(Object.keys(document.paths ?? {}).find(which));
  document.paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).map(([path, item]) => [path === chosen ? to(path) : path, item]),
  );
}
