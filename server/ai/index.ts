export type { AiDeps } from './context';
export { readProviders } from './providers/provider-config';
