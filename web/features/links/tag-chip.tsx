import type { LinkTag } from './labels';

import './links.css';

export function TagChip({ name, color = 'gray' }: { name: string; color?: LinkTag['color'] | undefined }) {
  return (
    <span className="links-tag" data-color={color}>
      <i aria-hidden />
      <span className="truncate">{name}</span>
    </span>
  );
}
