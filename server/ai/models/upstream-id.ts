import type { Model } from '../../../shared/ai/models';

/** The id of a model at its provider. */
export const upstreamIdOf = ({ id, provider }: Pick<Model, 'id' | 'provider'>): string =>
  id.slice(provider.slug.length + 1);
