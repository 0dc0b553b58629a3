import { z } from 'zod';

import { text } from '../text';
import { gatewayRequest, MAX_PROMPT_LENGTH, tokenCount, usageCost } from './chat';

const anything = () => z.unknown().optional();
const promptText = () => z.string().meta({ maxLength: MAX_PROMPT_LENGTH });

const ContentBlock = z.looseObject({
  type: text(64).describe('Kind of the block, such as `text`, `image`, `tool_use` or `tool_result`.'),
  text: promptText().optional().describe('Text of a block of the type `text`.'),
});

const Message = z
  .looseObject({
    role: z.enum(['user', 'assistant', 'system']).describe('Role of the author.'),
    content: z.union([promptText(), z.array(ContentBlock)]).describe('Text, or a list of blocks.'),
  })
  .meta({ example: { role: 'user', content: 'Hello' } });

const prompt = {
  model: gatewayRequest.model,
  models: gatewayRequest.models,
  messages: z.array(Message).min(1).max(100_000).describe('The conversation so far.'),
  system: z
    .union([promptText(), z.array(ContentBlock)])
    .nullish()
    .describe('Instructions: text, or a list of blocks.'),
  tools: anything().describe('Tools that the model may call.'),
  tool_choice: anything().describe('Which tool the model calls, if any.'),
  thinking: anything().describe('Whether and how long the model thinks before it answers.'),
};

const EXAMPLE = { model: 'switchboard/echo', messages: [{ role: 'user', content: 'Hello' }] };

/** Loose, since Anthropic adds members, and a provider that speaks the form gets them. */
export const CreateMessage = z
  .looseObject({
    ...prompt,
    max_tokens: z
      .number()
      .int()
      .min(1)
      .max(10_000_000)
      .describe('Maximum number of generated tokens. It also limits what is reserved in a budget.')
      .meta({ example: 256 }),
    stream: gatewayRequest.stream,
    stop_sequences: z
      .array(z.string().meta({ maxLength: 1000 }))
      .nullish()
      .describe('Texts at which generation stops.'),
    temperature: z.number().nullish().describe('Sampling temperature.').meta({ example: 0.7 }),
    top_p: z.number().nullish().describe('Nucleus sampling: the probability mass of considered tokens.'),
    metadata: z
      .looseObject({
        user_id: z
          .string()
          .nullish()
          .describe('Your name for the user of the call. The provider gets a hash of it.')
          .meta({ maxLength: 1000 }),
      })
      .nullish()
      .describe('About the call.'),
  })
  .meta({ id: 'CreateMessage', example: { ...EXAMPLE, max_tokens: 256 } });
export type CreateMessage = z.output<typeof CreateMessage>;

export const CountMessageTokens = z.looseObject(prompt).meta({ id: 'CountMessageTokens', example: EXAMPLE });
export type CountMessageTokens = z.output<typeof CountMessageTokens>;

/** As the provider sends it; only the usage is completed. */
export const ModelMessage = z
  .looseObject({
    id: z.string().describe('Id of the message at the provider.'),
    type: z.literal('message').describe('Always `message`.'),
    role: z.literal('assistant').describe('Always `assistant`.'),
    model: z.string().describe('Model as the provider names it.'),
    content: z.array(ContentBlock).describe('Blocks of the answer.'),
    stop_reason: z
      .string()
      .nullable()
      .describe('Why generation ended, such as `end_turn`, `max_tokens` or `tool_use`.'),
    stop_sequence: z.string().nullable().describe('Stop sequence that ended generation.'),
    usage: z
      .looseObject({
        input_tokens: tokenCount('Tokens of the request that no cache had a part in.'),
        output_tokens: tokenCount('Generated tokens.'),
        ...usageCost,
      })
      .describe('Tokens and cost.'),
  })
  .meta({
    id: 'ModelMessage',
    example: {
      id: 'msg_0f1c2b3a4d5e6f708192a3b4',
      type: 'message',
      role: 'assistant',
      model: 'switchboard/echo',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 2, output_tokens: 2, cost: '0', cost_status: 'exact' },
    },
  });

export const MessageTokens = z
  .looseObject({
    input_tokens: tokenCount('Tokens of the request.'),
    estimated: z
      .boolean()
      .optional()
      .describe('`true` if the provider does not count tokens, so that the number is an estimate.'),
  })
  .meta({ id: 'MessageTokens', example: { input_tokens: 4, estimated: true } });
