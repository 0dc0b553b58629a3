import { schemaExample } from '../../../shared/openapi/example';
import {
  codeSamples,
  type OpenApiDocument,
  type OpenApiMedia,
  type OpenApiOperation,
  type OpenApiParameter,
  parametersOf,
} from '../../../shared/openapi/samples';
import { t as docs } from '../docs/texts';
import { guideOfTag } from './guides-of-tags';
import { t } from './texts';

interface Titled {
  summary?: string;
  tags?: string[];
}

export interface OpenApi extends OpenApiDocument {
  info?: { title: string };
  tags?: { name: string; description?: string }[];
  paths?: Record<string, Record<string, OpenApiOperation & Titled>>;
  webhooks?: Record<string, { post: OpenApiOperation & Titled }>;
}

/**
 * A copy of the document for the reference: each operation has its samples with the key, and its examples in place;
 * calls go to this server and omit optional parameters; tags name their guide, and the document its surface.
 */
export function referenceDocument(document: OpenApi, key: string, title = document.info?.title ?? ''): OpenApi {
  const copy = structuredClone(document);
  const schemas = copy.components?.schemas ?? {};
  // Scalar would show `not` in place of the fields.
  for (const schema of Object.values(schemas)) if ('properties' in schema) delete schema['not'];
  for (const [path, operations] of Object.entries(copy.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      operation['x-codeSamples'] = codeSamples(document, path, method, key || undefined);
      // A parameter that several operations have is shown like their own.
      if (operation.parameters)
        operation.parameters = parametersOf(document, operation).map((one) => switchedOff(inPlace(one, schemas)));
      for (const media of answersOf(operation)) complete(media, schemas);
    }
  }
  for (const { post } of Object.values(copy.webhooks ?? {})) {
    for (const media of Object.values(post.requestBody?.content ?? {})) complete(media, schemas);
  }
  for (const tag of copy.tags ?? []) {
    const guide = guideOfTag(tag.name);
    if (guide === undefined) continue;
    const link = `[${t('guideNamed', { title: docs(guide) })}](${location.origin}/user/api/docs/${guide})`;
    tag.description = [tag.description, link].filter(Boolean).join('\n\n');
  }
  return { ...copy, info: { ...copy.info, title }, servers: [{ url: `${location.origin}/api/v1` }] };
}

const answersOf = ({ responses = {} }: OpenApiOperation): OpenApiMedia[] =>
  Object.values(responses).flatMap(({ content = {} }) => Object.values(content));

/** Most answers have the example of their schema. */
function complete(media: OpenApiMedia, schemas: Record<string, Record<string, unknown>>): void {
  if (media.schema && media.example === undefined && media.examples === undefined) {
    media.example = schemaExample(media.schema, schemas);
  }
}

/**
 * Copies the referenced schema into the parameter without its description and example, which Scalar would show twice.
 */
function inPlace(parameter: OpenApiParameter, schemas: Record<string, Record<string, unknown>>): OpenApiParameter {
  const { $ref: reference, ...own } = parameter.schema ?? {};
  const target = typeof reference === 'string' ? schemas[reference.split('/').at(-1) ?? ''] : undefined;
  const { description: _, example: __, ...schema } = { ...target, ...own };
  return { ...parameter, schema };
}

/** Scalar sends every parameter that has an example: all filters at once, and a cursor of another list. */
function switchedOff(parameter: OpenApiParameter): OpenApiParameter {
  const { example, ...rest } = parameter;
  if (rest.required || example === undefined) return parameter;
  return { ...rest, examples: { example: { value: example, 'x-disabled': true } } };
}
