import { AI_ENDPOINT_NAMES, AI_ENDPOINTS, type AiEndpoint } from '../../../shared/ai/endpoints';
import { LISTED, MAX_MODELS } from '../../../shared/ai/models';
import type { ModelPricing } from '../../../shared/ai/pricing';
import { isUpstreamId } from '../../../shared/ai/providers';
import { isJsonObject, type JsonObject, asObject } from '../../json-object';
import { decimalText } from './decimal';
import type { UpstreamModel } from './provider';

interface Normalised {
  models: UpstreamModel[];
  dropped: number;
}

export function normalise(answer: unknown, slug: string): Normalised | null {
  const entries = entriesOf(answer);
  if (entries === null) return null;

  const models = new Map<string, UpstreamModel>();
  let dropped = 0;
  for (const entry of entries) {
    const id = idOf(entry);
    if (id === null || models.has(id) || models.size >= MAX_MODELS || !isUpstreamId(slug, id)) dropped += 1;
    else models.set(id, modelOf(id, entry.fields));
  }
  return { models: [...models.values()], dropped };
}

/** Some providers have no `id`; requests use `model`. */
function idOf({ key, fields }: ListedModel): string | null {
  const found = [fields['id'], key, fields['model'], fields['name']].find(
    (value) => value !== undefined && value !== null,
  );
  return typeof found === 'string' ? found : null;
}

function modelOf(id: string, fields: JsonObject): UpstreamModel {
  const architecture = asObject(fields['architecture']);
  const top = asObject(fields['top_provider']);
  const [reads, writes] = modalityPair(architecture['modality']);

  return {
    id,
    name: textOf(fields['name']),
    description: textOf(fields['description']),
    created: secondsOf(fields['created']) ?? secondsOf(fields['created_at']) ?? secondsOf(fields['modified_at']),
    ownedBy: textOf(fields['owned_by']),
    contextLength: firstCount(
      fields['context_length'],
      fields['max_model_len'],
      asObject(fields['meta'])['n_ctx_train'],
      fields['context_window'],
      fields['max_context_length'],
      fields['max_input_tokens'],
    ),
    maxOutputTokens: firstCount(
      fields['max_output_tokens'],
      fields['max_completion_tokens'],
      top['max_completion_tokens'],
    ),
    pricing: pricingOf(fields),
    supportedParameters: wordsOf(fields['supported_parameters']),
    inputModalities: wordsOf(architecture['input_modalities']) ?? wordsOf(fields['input_modalities']) ?? reads,
    outputModalities: wordsOf(architecture['output_modalities']) ?? wordsOf(fields['output_modalities']) ?? writes,
    tokenizer: textOf(architecture['tokenizer']),
    instructType: textOf(architecture['instruct_type']),
    isModerated: typeof top['is_moderated'] === 'boolean' ? top['is_moderated'] : null,
    endpoints: endpointsIn(fields['supported_endpoints']),
  };
}

/** Only fields documented as per token: `pricing.input` is per million at some providers. */
function pricingOf(fields: JsonObject): ModelPricing | null {
  const pricing = asObject(fields['pricing']);
  const prompt = decimalText(pricing['prompt'] ?? fields['input_cost_per_token']);
  const completion = decimalText(pricing['completion'] ?? fields['output_cost_per_token']);
  if (prompt === null || completion === null) return null;
  return {
    prompt,
    completion,
    request: decimalText(pricing['request']) ?? '0',
    input_cache_read: decimalText(pricing['input_cache_read'] ?? fields['cache_read_input_token_cost']),
    input_cache_write: decimalText(pricing['input_cache_write'] ?? fields['cache_creation_input_token_cost']),
    audio_minute: decimalText(pricing['audio_minute']),
    currency: 'USD',
  };
}

/** PostgreSQL cannot store NUL and lone surrogates in JSON. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value
    .slice(0, LISTED.text * 2)
    .replaceAll('\0', '')
    .toWellFormed()
    .trim();
  if (clean === '') return null;
  return clean.length <= LISTED.text ? clean : Array.from(clean).slice(0, LISTED.text).join('');
}

function firstCount(...candidates: unknown[]): number | null {
  for (const candidate of candidates) {
    const count = typeof candidate === 'string' && /^\d{1,15}$/.test(candidate) ? Number(candidate) : candidate;
    if (typeof count === 'number' && Number.isSafeInteger(count) && count > 0) return count;
  }
  return null;
}

/** Accepts seconds, milliseconds (over 10¹¹) or finer, and text dates; zero and less mean unknown. */
function secondsOf(value: unknown): number | null {
  let time = typeof value === 'string' ? timeOf(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time) || time < 1) return null;
  while (time > 1e11) time /= 1000;
  return Math.floor(time);
}

const timeOf = (text: string): number =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : Date.parse(text) / 1000;

function wordsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const words = value.slice(0, LISTED.list).filter((word): word is string => typeof word === 'string' && isWord(word));
  return [...new Set(words)];
}

const isWord = (word: string): boolean => word.length <= LISTED.word && /^[\w./+-]+$/.test(word);

/** Paths such as `/chat/completions` or `/v1/messages`; those of endpoints that this server does not have are left out. */
function endpointsIn(value: unknown): AiEndpoint[] | null {
  const paths = wordsOf(value)?.filter((word) => word.includes('/'));
  if (!paths?.length) return null;
  return AI_ENDPOINT_NAMES.filter((name) => paths.some((path) => `/${path}`.endsWith(AI_ENDPOINTS[name])));
}

/** OpenRouter’s older format: `text+image->text`. */
function modalityPair(value: unknown): [string[] | null, string[] | null] {
  if (typeof value !== 'string') return [null, null];
  const [reads, writes, more] = value.split('->');
  if (reads === undefined || writes === undefined || more !== undefined) return [null, null];
  const read = wordsOf(reads.split('+'));
  const written = wordsOf(writes.split('+'));
  return [read?.length ? read : null, written?.length ? written : null];
}

/** `key` is the property name if the listing is an object. */
interface ListedModel {
  key: string | null;
  fields: JsonObject;
}

/** Accepts `{data: […]}`, `{models: […]}` (Ollama’s tags), a bare list, `{data: {id: {…}}}` and bare ids; else null. */
function entriesOf(answer: unknown): ListedModel[] | null {
  if (Array.isArray(answer)) return fromList(answer);
  if (!isJsonObject(answer)) return null;

  const { data, models } = answer;
  // llama.cpp fills both; `data` is more detailed.
  if (Array.isArray(data) && data.length > 0) return fromList(data);
  if (Array.isArray(models)) return fromList(models);
  if (Array.isArray(data)) return [];
  if (isJsonObject(data)) return fromMap(data);
  if (isJsonObject(models)) return fromMap(models);
  // Ollama without a model writes `data: null`.
  if (data === null && answer['object'] === 'list') return [];
  return null;
}

const fromList = (list: unknown[]): ListedModel[] =>
  list.map((item) => ({ key: typeof item === 'string' ? item : null, fields: asObject(item) }));

const fromMap = (map: JsonObject): ListedModel[] =>
  Object.entries(map).map(([key, item]) => ({ key, fields: asObject(item) }));
