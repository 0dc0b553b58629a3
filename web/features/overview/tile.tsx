import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import './overview.css';

interface TileProps {
  title: string;
  value: string;
  line: string;
  link?: LinkProps | undefined;
  children?: ReactNode;
}

export function Tile({ title, value, line, link, children }: TileProps) {
  return (
    <section className="card overview-tile">
      <h2>{link ? <Link {...link}>{title}</Link> : title}</h2>
      <div>
        <div className="overview-number numbers">{value}</div>
        <div className="dimmed">{line}</div>
      </div>
      {children}
    </section>
  );
}

export function FailedTile({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <section className="card overview-tile">
      <h2>{title}</h2>
      <div role="alert">
        <div className="dimmed">The numbers could not be read.</div>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </section>
  );
}
