import type { ModelProvider } from '../support/model-provider';

/** A provider with a model whose calls cost 20 millionths of a dollar for 10 and 5 tokens, and one without a price. */
export const meteredProvider = ({ url }: ModelProvider): string =>
  JSON.stringify([
    {
      slug: 'p',
      base_url: url,
      discover: false,
      models: [
        { id: 'm', max_output_tokens: 100, pricing: { prompt: '0.000001', completion: '0.000002' } },
        { id: 'unpriced' },
      ],
    },
  ]);

export const HELLO = { model: 'p/m', messages: [{ role: 'user' as const, content: 'Hello there' }] };
