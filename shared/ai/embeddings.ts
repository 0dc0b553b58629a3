import { z } from 'zod';

import { gatewayRequest, MAX_PROMPT_LENGTH, tokenCount, usageCost, userName } from './chat';

const MAX_INPUTS = 2048;
const MAX_TOKEN_ID = 2_147_483_647;

const inputText = () => z.string().min(1).meta({ maxLength: MAX_PROMPT_LENGTH });
const TokenIds = () => z.array(z.number().int().min(0).max(MAX_TOKEN_ID)).min(1).max(MAX_INPUTS);

/** Loose, since providers have parameters of their own. */
export const CreateEmbeddings = z
  .looseObject({
    model: gatewayRequest.model,
    models: gatewayRequest.models,
    input: z
      .union([
        inputText(),
        z.array(inputText()).min(1).max(MAX_INPUTS),
        TokenIds(),
        z.array(TokenIds()).min(1).max(MAX_INPUTS),
      ])
      .describe(`Text, or a list of at most ${MAX_INPUTS} texts; also as lists of token ids.`)
      .meta({ example: 'Hello' }),
    encoding_format: z
      .enum(['float', 'base64'])
      .nullish()
      .describe('Encoding of the vectors: `float`, or `base64` of 32-bit floats. The default is `float`.')
      .meta({ example: 'float' }),
    dimensions: z.number().int().min(1).max(100_000).nullish().describe('Number of dimensions, if the model can vary.'),
    stream: z
      .literal(false, 'Embeddings have no streams. Send `false` or leave it out.')
      .nullish()
      .describe('Must be `false`.'),
    user: userName(),
  })
  .meta({ id: 'CreateEmbeddings', example: { model: 'switchboard/echo', input: 'Hello' } });
export type CreateEmbeddings = z.output<typeof CreateEmbeddings>;

/** As the provider sends it; only the usage is completed. */
export const Embeddings = z
  .looseObject({
    object: z.literal('list').describe('Always `list`.'),
    model: z.string().describe('Model as the provider names it.'),
    data: z
      .array(
        z.looseObject({
          object: z.literal('embedding').describe('Always `embedding`.'),
          index: z.number().int().min(0).max(MAX_INPUTS).describe('Index of the input.'),
          embedding: z
            .union([z.array(z.number()), z.string()])
            .describe('Vector as numbers, or as base64 of 32-bit floats.'),
        }),
      )
      .describe('One vector per input.'),
    usage: z
      .looseObject({
        prompt_tokens: tokenCount('Tokens of the inputs.'),
        total_tokens: tokenCount('The same number.'),
        ...usageCost,
      })
      .describe('Tokens and cost.'),
  })
  .meta({
    id: 'Embeddings',
    example: {
      object: 'list',
      model: 'echo',
      data: [{ object: 'embedding', index: 0, embedding: [0.12, -0.05, 0.33] }],
      usage: { prompt_tokens: 2, total_tokens: 2, cost: '0', cost_status: 'exact' },
    },
  });
