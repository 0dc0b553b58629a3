import type { Model } from '../../../shared/ai/models';

export const upstreamIdOf = ({ id, provider }: Pick<Model, 'id' | 'provider'>): string =>
  id.slice(provider.slug.length + 1);
