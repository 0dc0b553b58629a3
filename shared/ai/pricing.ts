import { z } from 'zod';

const price = () => z.string().meta({ maxLength: 64, example: '0.0000015' });
const ownPrice = (what: string) => price().nullable().describe(what).meta({ example: null });

export const PRICING_EXAMPLE = {
  prompt: '0',
  completion: '0',
  request: '0',
  input_cache_read: null,
  input_cache_write: null,
  audio_minute: null,
  currency: 'USD',
};

export const ModelPricing = z
  .object({
    prompt: price().describe('Price of one input token, as a decimal string.'),
    completion: price().describe('Price of one output token, as a decimal string.'),
    request: price().describe('Price of one request in addition to its tokens, as a decimal string.'),
    input_cache_read: ownPrice(
      'Price of one input token that the provider reads from its cache, as a decimal string; null if unknown: then it costs as much as other input tokens, and the cost of the call is an estimate.',
    ),
    input_cache_write: ownPrice(
      'Price of one input token that the provider writes to its cache, as a decimal string; null if unknown: then it costs as much as other input tokens, and the cost of the call is an estimate.',
    ),
    audio_minute: ownPrice(
      'Price of one minute of a recording in addition to its tokens, as a decimal string; null for models that are charged by tokens alone.',
    ),
    currency: z.string().describe('ISO 4217 currency code.').meta({ minLength: 3, maxLength: 3, example: 'USD' }),
  })
  .meta({
    id: 'ModelPricing',
    description: 'Prices of a model.',
    example: PRICING_EXAMPLE,
  });
export type ModelPricing = z.output<typeof ModelPricing>;
