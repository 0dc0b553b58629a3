export type { AiDeps } from './context';
export { isModelName } from './models/model-name';
export { readProviders } from './providers/provider-config';
export { complete, type Completion, type CompletionRequest } from './gateway/complete';
export { transcribe } from './gateway/transcribe';
