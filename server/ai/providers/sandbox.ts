import { defaultEndpoints, MODEL_USES, RESERVED_PROVIDER_SLUG } from '../../../shared/ai/providers';
import { echo } from './echo';
import type { AiProvider, Discovery, ProviderIdentity, UpstreamModel } from './provider';

const ECHO: UpstreamModel = {
  id: 'echo',
  name: 'Switchboard Echo',
  description:
    'Returns the text of the request, or the name and the size of a recording. Use it to try the API without an AI provider; no data leaves this server.',
  created: 1_763_683_200,
  ownedBy: null,
  contextLength: 8192,
  maxOutputTokens: 2048,
  pricing: {
    prompt: '0',
    completion: '0',
    request: '0',
    input_cache_read: null,
    input_cache_write: null,
    audio_minute: null,
    currency: 'USD',
  },
  supportedParameters: ['max_tokens', 'stream'],
  inputModalities: ['text'],
  outputModalities: ['text'],
  tokenizer: null,
  instructType: null,
  isModerated: null,
  uses: [...MODEL_USES],
};

export function sandboxProvider(identity: Partial<ProviderIdentity> = {}): AiProvider {
  const found: Discovery = { ok: true, models: [ECHO], dropped: 0, urlUsed: null, httpStatus: null };
  return {
    slug: RESERVED_PROVIDER_SLUG,
    name: 'Switchboard',
    location: 'local',
    workspaces: '*',
    include: [],
    exclude: [],
    models: [],
    maxConcurrency: 32,
    endpoints: defaultEndpoints('sandbox'),
    hasChosenEndpoints: false,
    ...identity,
    type: 'sandbox',
    discovery: 'live',
    discover: () => Promise.resolve(found),
    redact: (text) => text,
    send: async (_reservation, { endpoint, json }) => echo(endpoint, json),
  };
}
