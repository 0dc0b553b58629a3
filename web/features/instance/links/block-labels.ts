import type { Outputs } from '../../../trpc';
import { t } from './texts';

type HostEffect = Outputs['instance']['links']['hosts']['add'];

export const effectOf = ({ links: count, done }: HostEffect, verb: 'blocked' | 'unblocked'): string =>
  verb === 'blocked'
    ? t(done ? 'linksBlocked' : 'linksBlockedSoFar', { count })
    : t(done ? 'linksUnblocked' : 'linksUnblockedSoFar', { count });
