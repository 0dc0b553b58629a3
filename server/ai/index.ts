export type { AiDeps } from './context';
export { readProviders } from './providers/provider-config';
export { complete, type Completion, type CompletionRequest } from './gateway/complete';
