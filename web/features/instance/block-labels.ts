import type { Outputs } from '../../trpc';
import { formatCount } from '../../ui/format';

type HostEffect = Outputs['instance']['links']['hosts']['add'];

/** What became of links: "12 links blocked." */
export const effectOf = ({ links, done }: HostEffect, verb: 'blocked' | 'freed'): string =>
  `${formatCount(links, 'link')} ${verb}${done ? '.' : ' so far; the rest follows within some minutes.'}`;
