import type { ProviderDraft } from './provider-draft';

type Preset = Pick<ProviderDraft, 'slug' | 'name' | 'base_url'> & Partial<Pick<ProviderDraft, 'type' | 'endpoints'>>;

/** Known servers and services, at the address where their makers put them. */
export const PRESETS: readonly Preset[] = [
  { slug: 'ollama', name: 'Ollama', base_url: 'http://localhost:11434/v1' },
  { slug: 'vllm', name: 'vLLM', base_url: 'http://localhost:8000/v1' },
  { slug: 'llama-cpp', name: 'llama.cpp', base_url: 'http://localhost:8080/v1' },
  { slug: 'lm-studio', name: 'LM Studio', base_url: 'http://localhost:1234/v1' },
  { slug: 'litellm', name: 'LiteLLM', base_url: 'http://localhost:4000/v1' },
  { slug: 'openrouter', name: 'OpenRouter', base_url: 'https://openrouter.ai/api/v1' },
  {
    slug: 'openai',
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    endpoints: ['chat_completions', 'responses', 'embeddings', 'audio_transcriptions'],
  },
  { slug: 'anthropic', name: 'Anthropic', base_url: 'https://api.anthropic.com/v1', type: 'anthropic' },
];
