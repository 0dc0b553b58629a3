import { providerMessage } from '../failure';
import type { EndpointForm, JsonRecord, StreamEvent } from '../form';
import { isJsonRecord, listIn, numberIn, objectIn } from './members';
import { openAiUsage } from './openai-usage';

const PROMPT_BYTES_PER_TOKEN = 3;

export const chatForm: EndpointForm = {
  endpoint: 'chat_completions',

  prepare(body, { model, isStream, pseudonym }) {
    const { user } = body;
    return {
      ...body,
      model,
      ...(typeof user === 'string' ? { user: pseudonym(user) } : {}),
      ...(isStream ? { stream_options: { ...objectIn(body, 'stream_options'), include_usage: true } } : {}),
    };
  },

  estimate(body) {
    const limit = outputLimit(body);
    const choices = numberIn(body, 'n') ?? 1;
    return {
      prompt: Math.ceil(Buffer.byteLength(JSON.stringify(body)) / PROMPT_BYTES_PER_TOKEN),
      completion: limit === undefined ? undefined : limit * choices,
    };
  },

  usageOf: (data) => openAiUsage(objectIn(data, 'usage')),

  generatedBytes: (data) =>
    listIn(data, 'choices')
      .map((choice) => objectIn(choice, 'delta') ?? objectIn(choice, 'message'))
      .reduce((bytes, part) => bytes + textBytes(part), 0),

  failureOf({ json }) {
    if (json === undefined || json['error'] === undefined || json['error'] === null) return undefined;
    return providerMessage(json) ?? 'The provider reported an error.';
  },

  isEnd: ({ data }) => data === '[DONE]',

  withUsage: (answer, usage) => ({
    ...answer,
    usage: {
      prompt_tokens: usage.prompt,
      completion_tokens: usage.completion,
      total_tokens: usage.prompt + usage.completion,
      ...objectIn(answer, 'usage'),
      cost: usage.cost,
      cost_status: usage.costStatus,
    },
  }),

  deliver(event, usage, { wantsUsage }) {
    const { json } = event;
    if (json === undefined || usage === undefined || !isJsonRecord(json['usage'])) return 'unchanged';
    if (wantsUsage) return changed(event, chatForm.withUsage(json, usage));
    if (listIn(json, 'choices').length === 0) return 'withheld';
    const { usage: _, ...rest } = json;
    return changed(event, rest);
  },

  missingUsage: (usage, last) => ({
    event: null,
    data: JSON.stringify(chatForm.withUsage({ ...identityOf(last), choices: [] }, usage)),
  }),

  failure: (error, last) => ({
    event: null,
    data: JSON.stringify({
      ...identityOf(last),
      choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
      error: { message: error.message, type: 'server_error', code: error.code, param: null },
    }),
  }),
};

const changed = ({ event }: StreamEvent, json: JsonRecord) => ({ event, data: JSON.stringify(json) });

function identityOf(last: JsonRecord | undefined): JsonRecord {
  const { id, created, model } = last ?? {};
  return { id, object: 'chat.completion.chunk', created, model };
}

/** A provider may know only one of the names, and some understand 0 as no limit. */
function outputLimit(body: JsonRecord): number | undefined {
  const limits = [numberIn(body, 'max_completion_tokens'), numberIn(body, 'max_tokens')];
  const limit = Math.max(...limits.map((one) => one ?? 0));
  return limit === 0 ? undefined : limit;
}

/** Text, reasoning and arguments of tool calls. */
function textBytes(part: JsonRecord | undefined): number {
  if (part === undefined) return 0;
  const texts = [part['content'], part['reasoning_content'], part['reasoning'], part['refusal']];
  const calls = listIn(part, 'tool_calls').map((call) => objectIn(call, 'function'));
  texts.push(...calls.flatMap((call) => [call?.['name'], call?.['arguments']]));
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0);
}
