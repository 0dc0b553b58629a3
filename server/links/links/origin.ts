import type { LinkActor, LinkSource } from '../../../shared/links/links';
import type { LinksContext } from '../context';

export interface LinkOrigin {
  source: LinkSource;
  actor: LinkActor;
}

export const originOf = ({ actor }: Pick<LinksContext, 'actor'>): LinkOrigin =>
  actor.type === 'key'
    ? { source: 'api', actor: { type: 'key', id: actor.keyId } }
    : { source: 'console', actor: { type: 'user', id: actor.userId } };
