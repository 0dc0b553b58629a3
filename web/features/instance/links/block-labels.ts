import type { Outputs } from '../../../trpc';
import { formatCount } from '../../../ui/format';

type HostEffect = Outputs['instance']['links']['hosts']['add'];

export const effectOf = ({ links, done }: HostEffect, verb: 'blocked' | 'freed'): string =>
  `${formatCount(links, 'link')} ${verb}${done ? '.' : ' so far; the rest follows within some minutes.'}`;
