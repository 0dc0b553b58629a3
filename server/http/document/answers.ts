import { isJsonObject, type JsonObject } from '../../json-object';
import { reachedFrom } from './references';

interface Document {
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: JsonObject;
  components: Record<string, JsonObject>;
}

const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Later versions may add fields to answers and events, so these are open. Requests stay closed. */
export function openAnswers({ paths, webhooks, components }: Document): void {
  const entries = Object.values(paths).flatMap((methods) => Object.values(methods));
  const inRequests = reachedFrom(
    entries.map(({ parameters, requestBody }) => [parameters, requestBody]),
    components,
  );
  for (const [name, schema] of Object.entries(components['schemas'] ?? {})) {
    dropIdleBounds(schema);
    if (!inRequests.has(`schemas/${name}`)) open(schema);
  }
  const answers = [webhooks, entries.map(({ responses }) => responses)];
  dropIdleBounds([webhooks, entries]);
  open(answers);
}

/** Alternatives stay closed, which distinguishes them. */
function open(part: unknown, isAlternative = false): void {
  if (Array.isArray(part)) for (const one of part) open(one, isAlternative);
  if (!isJsonObject(part)) return;
  if (!isAlternative && part['additionalProperties'] === false) delete part['additionalProperties'];
  for (const [name, value] of Object.entries(part))
    if (!DATA.has(name)) open(value, name === 'oneOf' || name === 'anyOf');
}

/** Bounds that say nothing about the value. */
function dropIdleBounds(part: unknown): void {
  if (Array.isArray(part)) for (const one of part) dropIdleBounds(one);
  if (!isJsonObject(part)) return;
  if (part['minimum'] === Number.MIN_SAFE_INTEGER) delete part['minimum'];
  if (part['maximum'] === Number.MAX_SAFE_INTEGER) delete part['maximum'];
  for (const [name, value] of Object.entries(part)) if (!DATA.has(name)) dropIdleBounds(value);
}
