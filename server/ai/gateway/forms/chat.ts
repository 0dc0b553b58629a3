import { isJsonObject, type JsonObject } from '../../../json-object';
import { promptTokensOf } from '../estimate';
import type { EndpointForm } from '../form';
import { changed, listIn, numberIn, objectIn } from './members';
import { openAiTokens, withCost, withTier } from './openai-usage';
import { CALLERS_NAMES, errorMember, openAiFailure, withPseudonyms } from './without-streams';

export const chatForm: EndpointForm = {
  endpoint: 'chat_completions',

  prepare(body, { model, isStream, pseudonym }) {
    return {
      ...withPseudonyms(body, CALLERS_NAMES, pseudonym),
      model,
      ...(isStream ? { stream_options: { ...objectIn(body, 'stream_options'), include_usage: true } } : {}),
    };
  },

  estimate: (body) => ({
    prompt: promptTokensOf(body),
    completion: outputLimit(body),
    choices: numberIn(body, 'n') ?? 1,
  }),

  // Groq has it under `x_groq`, Moonshot in the choice.
  usageIn: (data) =>
    withTier(
      objectIn(data, 'usage') ??
        objectIn(objectIn(data, 'x_groq'), 'usage') ??
        objectIn(listIn(data, 'choices')[0], 'usage'),
      data,
    ),

  tokensOf: openAiTokens,

  generatedBytes(data) {
    let bytes = 0;
    for (const choice of listIn(data, 'choices')) {
      bytes += textBytes(objectIn(choice, 'delta') ?? objectIn(choice, 'message'));
    }
    return bytes;
  },

  failureOf: ({ json }) => errorMember(json),

  isEnd: ({ data }) => data === '[DONE]',

  withUsage: (answer, usage) => {
    const tokens = {
      prompt_tokens: usage.prompt,
      completion_tokens: usage.completion,
      total_tokens: usage.prompt + usage.completion,
    };
    return { ...answer, usage: withCost(tokens, objectIn(answer, 'usage'), usage) };
  },

  deliver(event, usage, { wantsUsage }) {
    const { json } = event;
    if (json === undefined || !isJsonObject(json['usage'])) return 'unchanged';
    if (wantsUsage) return changed(event, chatForm.withUsage(json, usage.finalReport));
    if (listIn(json, 'choices').length === 0) return 'withheld';
    const { usage: _, ...rest } = json;
    return changed(event, rest);
  },

  missingUsage: (usage, last) => ({
    event: null,
    data: JSON.stringify(chatForm.withUsage({ ...identityOf(last), choices: [] }, usage)),
  }),

  failure: (error, { last }) => ({
    event: null,
    data: JSON.stringify({
      ...identityOf(last),
      choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
      error: openAiFailure(error),
    }),
  }),
};

function identityOf(last: JsonObject | undefined): JsonObject {
  const { id, created, model } = last ?? {};
  return { id, object: 'chat.completion.chunk', created, model };
}

/** A provider may know only one of the names, and some understand 0 as no limit. */
function outputLimit(body: JsonObject): number | undefined {
  const limits = [numberIn(body, 'max_completion_tokens'), numberIn(body, 'max_tokens')];
  const limit = Math.max(...limits.map((one) => one ?? 0));
  return limit === 0 ? undefined : limit;
}

const TEXTS = ['content', 'reasoning_content', 'reasoning', 'refusal'];
const CALL_TEXTS = ['name', 'arguments'];

/** Text, reasoning and arguments of tool calls. */
function textBytes(part: JsonObject | undefined): number {
  let bytes = bytesIn(part, TEXTS);
  for (const call of listIn(part, 'tool_calls')) bytes += bytesIn(objectIn(call, 'function'), CALL_TEXTS);
  return bytes;
}

function bytesIn(part: JsonObject | undefined, names: readonly string[]): number {
  let bytes = 0;
  for (const name of names) {
    const text = part?.[name];
    if (typeof text === 'string') bytes += Buffer.byteLength(text);
  }
  return bytes;
}
