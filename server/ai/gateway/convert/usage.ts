import { isJsonObject, asObject, type JsonObject, asList } from '../../../json-object';
import type { ChatUsage, MessagesUsage, ResponsesUsage } from './forms';

/** Tokens of one call. `input` includes what was read from and written to a cache, `output` includes reasoning. */
export interface FormUsage {
  input: number;
  output: number;
  cached: number;
  cacheWrite: number;
  reasoning: number;
}

export type ModelForm = 'chat' | 'responses' | 'messages';

interface UsageReader {
  /** Later values replace earlier ones, but for zeros: some servers send the real numbers only once. */
  push: (value: unknown) => void;
  usage: () => FormUsage | undefined;
}

export const NO_USAGE: FormUsage = { input: 0, output: 0, cached: 0, cacheWrite: 0, reasoning: 0 };

export function createUsageReader(form: ModelForm): UsageReader {
  const merged: Record<string, unknown> = {};
  return {
    push: (value) => {
      for (const usage of PLACES[form](asObject(value))) {
        if (!isJsonObject(usage)) continue;
        const reported = Object.entries(usage).filter(([, figure]) => figure !== null && figure !== 0);
        Object.assign(merged, Object.fromEntries(reported));
      }
    },
    usage: () => READERS[form](merged),
  };
}

export function readTokenUsage(form: ModelForm, value: unknown): FormUsage | undefined {
  const reader = createUsageReader(form);
  reader.push(value);
  return reader.usage();
}

/** Where providers put it: Groq under `x_groq`, Moonshot in the choice, Anthropic and Responses also one level down. */
const PLACES: Record<ModelForm, (value: JsonObject) => unknown[]> = {
  chat: ({ usage, choices, x_groq }) => [
    asObject(x_groq).usage,
    ...asList(choices).map((choice) => asObject(choice).usage),
    usage,
  ],
  responses: ({ usage, response }) => [asObject(response).usage, usage],
  messages: ({ usage, message }) => [asObject(message).usage, usage],
};

const READERS: Record<ModelForm, (usage: JsonObject) => FormUsage | undefined> = {
  chat: (usage) => {
    const input = asObject(usage.prompt_tokens_details);
    const output = asObject(usage.completion_tokens_details);
    if (!hasCount(usage, 'prompt_tokens', 'completion_tokens')) return undefined;
    return {
      input: count(usage.prompt_tokens),
      output: count(usage.completion_tokens),
      // DeepSeek and Moonshot name cached tokens their own way.
      cached: count(input.cached_tokens, usage.prompt_cache_hit_tokens, usage.cached_tokens),
      cacheWrite: count(input.cache_write_tokens),
      reasoning: count(output.reasoning_tokens),
    };
  },
  responses: (usage) => {
    const input = asObject(usage.input_tokens_details);
    if (!hasCount(usage, 'input_tokens', 'output_tokens')) return undefined;
    return {
      input: count(usage.input_tokens),
      output: count(usage.output_tokens),
      cached: count(input.cached_tokens),
      cacheWrite: count(input.cache_write_tokens),
      reasoning: count(asObject(usage.output_tokens_details).reasoning_tokens),
    };
  },
  messages: (usage) => {
    if (!hasCount(usage, 'input_tokens', 'output_tokens')) return undefined;
    const cached = count(usage.cache_read_input_tokens);
    const cacheWrite = count(usage.cache_creation_input_tokens);
    return {
      input: count(usage.input_tokens) + cached + cacheWrite,
      output: count(usage.output_tokens),
      cached,
      cacheWrite,
      reasoning: count(asObject(usage.output_tokens_details).thinking_tokens),
    };
  },
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const count = (...candidates: unknown[]): number => candidates.find(isCount) ?? 0;
const hasCount = (usage: JsonObject, ...names: string[]): boolean => names.some((name) => isCount(usage[name]));

export const chatUsage = (usage: FormUsage): ChatUsage => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.cacheWrite },
  completion_tokens_details: { reasoning_tokens: usage.reasoning },
});

export const responsesUsage = (usage: FormUsage): ResponsesUsage => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.cacheWrite },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.reasoning },
  total_tokens: usage.input + usage.output,
});

/** Anthropic’s input tokens are those that no cache had a part in. */
export const messagesUsage = (usage: FormUsage): MessagesUsage => ({
  input_tokens: Math.max(0, usage.input - usage.cached - usage.cacheWrite),
  output_tokens: usage.output,
  cache_read_input_tokens: usage.cached,
  cache_creation_input_tokens: usage.cacheWrite,
  cache_creation: null,
  output_tokens_details: { thinking_tokens: usage.reasoning },
  inference_geo: null,
  server_tool_use: null,
  service_tier: null,
  speed: null,
});
