import { sample, SAMPLE_LANGUAGES, type SampleCall, type SampleLanguage } from '../samples';

type Json = Record<string, unknown>;

export interface OpenApiDocument {
  servers?: { url: string }[];
  paths?: Record<string, Record<string, OpenApiOperation>>;
  webhooks?: Record<string, { post: OpenApiOperation }>;
  components?: { parameters?: Record<string, OpenApiParameter>; schemas?: Record<string, Json> };
}
export interface OpenApiOperation {
  operationId?: string;
  parameters?: (OpenApiParameter | { $ref: string })[];
  requestBody?: { content?: Record<string, OpenApiMedia> };
  responses?: Record<string, { content?: Record<string, OpenApiMedia> }>;
  security?: Json[];
  'x-sample-query'?: Json;
  'x-codeSamples'?: CodeSample[];
}
export interface OpenApiMedia {
  schema?: Json;
  example?: unknown;
  examples?: unknown;
}
export interface OpenApiParameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { value: unknown; 'x-disabled': boolean }>;
}
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** Returns `x-codeSamples`. `key` replaces the environment variable. */
export function codeSamples(document: OpenApiDocument, path: string, method: string, key?: string): CodeSample[] {
  const call = sampleCall(document, path, method);
  const baseUrl = (document.servers?.[0]?.url ?? '').replace(/\/api\/v1$/, '');
  return Object.entries(SAMPLE_LANGUAGES).map(([language, label]) => ({
    lang: language === 'curl' ? 'shell' : language,
    label,
    source: sample(language as SampleLanguage, baseUrl, call, key),
  }));
}

function sampleCall(document: OpenApiDocument, path: string, method: string): SampleCall {
  const operation = document.paths?.[path]?.[method] ?? {};
  const parameters = parametersOf(document, operation);
  const named = (name: string) => parameters.find((one) => one.in === 'path' && one.name === name)?.example ?? name;
  const required = parameters.filter((one) => one.in === 'query' && one.required === true);
  const [[bodyType, body] = [undefined, undefined]] = Object.entries(operation.requestBody?.content ?? {});
  const isForm = bodyType === FORM_TYPE;
  const isFile = !isForm && bodyType !== undefined && (bodyType !== JSON_TYPE || body?.schema?.['type'] === 'string');
  const [status = '', answer] = Object.entries(operation.responses ?? {}).find(([one]) => one.startsWith('2')) ?? [];
  const types = Object.keys(answer?.content ?? {});
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(named(name)))),
    query: {
      ...Object.fromEntries(required.map(({ name, example }) => [name, example])),
      ...operation['x-sample-query'],
    },
    ...(body && !isFile && !isForm ? { body: body.example } : {}),
    ...(isForm ? { form: formOf(body?.example) } : {}),
    ...(isFile ? { file: { type: bodyType, text: fileText(body?.example) } } : {}),
    authenticated: operation.security?.length !== 0,
    ...(types.includes('text/event-stream') && !types.includes(JSON_TYPE)
      ? { stream: true }
      : types.length > 0 && !types.includes(JSON_TYPE)
        ? { text: true }
        : {}),
    ...(status === '204' ? { empty: true } : {}),
  };
}

/** In a form the file is the part `file`. */
const fileText = (example: unknown): string =>
  textOf((example as { file?: unknown } | undefined)?.file ?? example ?? '');

/** In an operation that takes only a form, the example of the file is its name. */
function formOf(example: unknown): NonNullable<SampleCall['form']> {
  const { file, ...fields } = example as Record<string, unknown>;
  return { fields, fileName: textOf(file) };
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

/** Resolves references to shared parameters. */
export const parametersOf = (document: OpenApiDocument, { parameters = [] }: OpenApiOperation): OpenApiParameter[] =>
  parameters.flatMap((one) => {
    if (!('$ref' in one)) return [one];
    const shared = document.components?.parameters?.[one.$ref.split('/').at(-1) ?? ''];
    return shared ? [shared] : [];
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
