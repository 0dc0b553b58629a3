import { z } from 'zod';

import { text } from '../text';
import { gatewayRequest, MAX_PROMPT_LENGTH, tokenCount, usageCost, userName } from './chat';

const anything = () => z.unknown().optional();

const NOT_STORED = 'Answers are not stored. Send the whole conversation in `input`.';
const nothing = (message: string) => z.literal(null, message).optional();

const InputItem = z
  .looseObject({
    type: text(64).optional().describe('Kind of the item, such as `message`, `function_call` or `reasoning`.'),
    role: text(64).optional().describe('Role of the author of a message.'),
    content: anything().describe('Text of a message, or a list of parts.'),
  })
  .meta({ example: { role: 'user', content: 'Hello' } });

/** Loose, since OpenAI adds members, and a provider that speaks the form gets them. */
export const CreateResponse = z
  .looseObject({
    model: gatewayRequest.model,
    models: gatewayRequest.models,
    input: z
      .union([z.string().min(1).meta({ maxLength: MAX_PROMPT_LENGTH }), z.array(InputItem).min(1).max(100_000)])
      .describe('Text, or the items of the conversation so far.')
      .meta({ example: 'Hello' }),
    instructions: z.string().nullish().describe('Instructions for the model.').meta({ maxLength: MAX_PROMPT_LENGTH }),
    max_output_tokens: z
      .number()
      .int()
      .min(1)
      .max(10_000_000)
      .nullish()
      .describe('Maximum number of generated tokens. It also limits what is reserved in a budget.')
      .meta({ example: 256 }),
    stream: gatewayRequest.stream,
    temperature: z.number().nullish().describe('Sampling temperature.').meta({ example: 0.7 }),
    top_p: z.number().nullish().describe('Nucleus sampling: the probability mass of considered tokens.'),
    tools: anything().describe('Tools that the model may call.'),
    tool_choice: anything().describe('Which tool the model calls, if any.'),
    text: anything().describe('Format of the answer, such as a JSON schema.'),
    reasoning: anything().describe('How much the model thinks before it answers.'),
    store: z
      .literal(false, 'Answers are not stored. Send `false` or leave it out.')
      .nullish()
      .describe('Must be `false`, since answers are not stored.')
      .meta({ example: false }),
    previous_response_id: nothing(NOT_STORED).describe('Must be null: answers are not stored.'),
    conversation: nothing(NOT_STORED).describe('Must be null: conversations are not stored.'),
    background: z
      .literal(false, 'Answers are not stored, so a call cannot run in the background. Use `stream`.')
      .nullish()
      .describe('Must be `false`, since answers are not stored.')
      .meta({ example: false }),
    user: userName(),
  })
  .meta({ id: 'CreateResponse', example: { model: 'switchboard/echo', input: 'Hello', max_output_tokens: 256 } });
export type CreateResponse = z.output<typeof CreateResponse>;

/** As the provider sends it; only the usage is completed. */
export const ModelResponse = z
  .looseObject({
    id: z.string().describe('Id of the response at the provider.'),
    object: z.literal('response').describe('Always `response`.'),
    created_at: z.number().int().min(0).describe('Time in Unix seconds.'),
    status: z.string().describe('`completed`, or `incomplete` if the answer was cut.'),
    model: z.string().describe('Model as the provider names it.'),
    output: z
      .array(z.looseObject({ type: z.string().describe('Kind of the item.') }))
      .describe('Items of the answer, such as messages and function calls.'),
    usage: z
      .looseObject({
        input_tokens: tokenCount('Tokens of the request.'),
        output_tokens: tokenCount('Generated tokens.'),
        total_tokens: tokenCount('Sum of both.'),
        ...usageCost,
      })
      .describe('Tokens and cost.'),
  })
  .meta({
    id: 'ModelResponse',
    example: {
      id: 'resp_0f1c2b3a4d5e6f708192a3b4',
      object: 'response',
      created_at: 1_763_683_200,
      status: 'completed',
      model: 'switchboard/echo',
      output: [
        {
          type: 'message',
          id: 'msg_0f1c2b3a4d5e6f708192a3b4_0',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
        },
      ],
      usage: { input_tokens: 2, output_tokens: 2, total_tokens: 4, cost: '0', cost_status: 'exact' },
    },
  });
