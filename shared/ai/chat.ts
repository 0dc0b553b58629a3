import { z } from 'zod';

import { text } from '../text';
import { MODEL_ID_LENGTH } from './providers';

const modelName = () => text(MODEL_ID_LENGTH);
const anything = () => z.unknown().optional();

/** Members of a request for a model that every route of the gateway reads. */
export const gatewayRequest = {
  model: modelName()
    .describe(
      'Id of the model, an alias of the workspace, or the id that the provider uses if only one provider has it.',
    )
    .meta({ example: 'switchboard/echo' }),
  models: z
    .array(modelName())
    .max(10)
    .nullish()
    .describe('Further models, which are tried in this order if the first one cannot be reached.')
    .meta({ example: ['switchboard/echo'] }),
  stream: z.boolean().nullish().describe('Whether to send the answer as Server-Sent Events.').meta({ example: false }),
};

/** The size of the request is the bound. */
export const MAX_PROMPT_LENGTH = 8 * 1024 * 1024;

export const userName = () =>
  z
    .string()
    .nullish()
    .describe('Your name for the user of the call. The provider gets a hash of it.')
    .meta({ maxLength: 1000, example: 'customer-42' });

const ChatMessage = z
  .looseObject({
    role: text(64).describe('Role of the author: `system`, `developer`, `user`, `assistant` or `tool`.'),
    content: anything().describe('Text, or a list of parts such as `text` and `image_url`.'),
    name: z.string().nullish().describe('Name of the author.').meta({ maxLength: 256 }),
    tool_calls: anything().describe('Tool calls of the assistant.').meta({ example: [] }),
    tool_call_id: z.string().nullish().describe('Tool call that the message answers.').meta({ maxLength: 1000 }),
  })
  .meta({ id: 'ChatMessage', example: { role: 'user', content: 'Hello' } });

/** Loose, since providers have parameters of their own. */
export const CreateChatCompletion = z
  .looseObject({
    ...gatewayRequest,
    messages: z.array(ChatMessage).min(1).max(1000).describe('The conversation so far.'),
    stream_options: z
      .looseObject({
        include_usage: z.boolean().nullish().describe('Whether the last chunk has the tokens and the cost.'),
      })
      .nullish()
      .describe('Options of the stream.')
      .meta({ example: { include_usage: true } }),
    max_completion_tokens: z
      .number()
      .int()
      .min(0)
      .nullish()
      .describe('Maximum number of generated tokens. It also limits what is reserved in a budget.')
      .meta({ example: 256 }),
    max_tokens: z
      .number()
      .int()
      .min(0)
      .nullish()
      .describe('Earlier name of `max_completion_tokens`, which most servers understand.'),
    n: z.number().int().min(1).max(4).nullish().describe('Number of choices.').meta({ example: 1 }),
    temperature: z.number().nullish().describe('Sampling temperature.').meta({ example: 0.7 }),
    top_p: z
      .number()
      .nullish()
      .describe('Nucleus sampling: the probability mass of considered tokens.')
      .meta({ example: 0.9 }),
    stop: anything()
      .describe('Text, or a list of texts, at which generation stops.')
      .meta({ example: ['END'] }),
    seed: z
      .number()
      .nullish()
      .describe('Seed for sampling that is repeatable as far as possible.')
      .meta({ example: 7 }),
    tools: anything()
      .describe('Tools that the model may call.')
      .meta({ example: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }] }),
    tool_choice: anything().describe('Which tool the model calls, if any.').meta({ example: 'auto' }),
    response_format: anything()
      .describe('Format of the answer, such as a JSON schema.')
      .meta({ example: { type: 'json_object' } }),
    user: userName(),
  })
  .meta({
    id: 'CreateChatCompletion',
    example: { model: 'switchboard/echo', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 256 },
  });
export type CreateChatCompletion = z.output<typeof CreateChatCompletion>;

export const COST_STATUSES = ['exact', 'estimated', 'price_unknown'] as const;

/** Of every field with a status. */
export const COST_STATUS_TEXT =
  '`exact`; `estimated` if the provider reported no tokens, or if a part of the call has no price of its own, such as tokens of a cache; `price_unknown` if the cost is 0 because no price is known.';

/** Members that the gateway adds to the usage of a provider. */
export const usageCost = {
  cost: z.string().describe('Cost of the call in US dollars, as a decimal string.').meta({ maxLength: 32 }),
  cost_status: z.enum(COST_STATUSES).describe(COST_STATUS_TEXT),
};

export const tokenCount = (what: string) => z.number().int().min(0).describe(what);

const ChatUsage = z.looseObject({
  prompt_tokens: tokenCount('Tokens of the request.'),
  completion_tokens: tokenCount('Generated tokens.'),
  total_tokens: tokenCount('Sum of both.'),
  ...usageCost,
});

/** As the provider sends it; only the usage is completed. */
export const ChatCompletion = z
  .looseObject({
    id: z.string().describe('Id of the completion at the provider.'),
    object: z.literal('chat.completion').describe('Always `chat.completion`.'),
    created: z.number().int().min(0).describe('Time in Unix seconds.'),
    model: z.string().describe('Model as the provider names it.'),
    choices: z
      .array(
        z.looseObject({
          index: z.number().int().min(0).describe('Index of the choice.'),
          message: ChatMessage.describe('Message of the assistant.'),
          finish_reason: z.string().nullable().describe('Reason why generation ended, such as `stop` or `length`.'),
        }),
      )
      .describe('Choices, one unless `n` asked for more.'),
    usage: ChatUsage.describe('Tokens and cost.'),
  })
  .meta({
    id: 'ChatCompletion',
    example: {
      id: 'chatcmpl-0f1c2b3a4d5e6f708192a3b4',
      object: 'chat.completion',
      created: 1_763_683_200,
      model: 'echo',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 2, completion_tokens: 2, total_tokens: 4, cost: '0', cost_status: 'exact' },
    },
  });
