import type { GuideHeading } from '../../features/docs/guide-node';

export const HEADINGS_OF = import.meta.glob<readonly GuideHeading[]>('../../docs/pt-BR/*.md', {
  eager: true,
  query: '?headings',
  import: 'headings',
});
