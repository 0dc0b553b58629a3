import { Link as RouteLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { CopyButton } from '../../../ui/code/copy';
import { formatNumber } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { useTags } from '../domains-and-tags';
import { shortOf, STATUS_TONES, STATUS_LABELS, type Link } from '../labels';
import { ClickSpark, useDaily } from '../spark';
import { TagChip } from '../tag-chip';

import '../links.css';

const MAX_TAGS = 3;

interface Selection {
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  state: 'none' | 'some' | 'all';
}

interface LinkTableProps {
  rows: Link[];
  footer: ReactNode;
  selection?: Selection | undefined;
}

export function LinkTable({ rows, footer, selection }: LinkTableProps) {
  const { id: ws } = useWorkspace();
  const colors = new Map(useTags().map(({ name, color }) => [name, color]));
  const daily = useDaily(rows.map(({ id }) => id));
  const columns: Column<Link>[] = [
    ...(selection ? [choice(selection)] : []),
    {
      title: 'Short link',
      main: true,
      cell: (link) => (
        <NameCell
          name={
            <RouteLink className="row-link" to="/w/$ws/links/$link" params={{ ws, link: link.id }}>
              {shortOf(link.short_url)}
            </RouteLink>
          }
        >
          <span className="links-target dimmed truncate" title={link.url}>
            {link.title === null ? '' : `${link.title} · `}
            {shortOf(link.url)}
          </span>
        </NameCell>
      ),
    },
    {
      title: '',
      label: 'Copy',
      fit: true,
      cell: (link) => <CopyButton text={link.short_url} />,
    },
    {
      title: 'Tags',
      priority: 2,
      cell: ({ tags }) => (
        <span className="links-tags">
          {tags.slice(0, MAX_TAGS).map((name) => (
            <TagChip key={name} name={name} color={colors.get(name)} />
          ))}
          {tags.length > MAX_TAGS && (
            <span className="dimmed" title={tags.slice(MAX_TAGS).join(', ')}>
              +{tags.length - MAX_TAGS}
            </span>
          )}
        </span>
      ),
    },
    {
      title: 'Clicks',
      align: 'right',
      fit: true,
      named: true,
      cell: ({ id, clicks }) => (
        <span className="links-clicks">
          <ClickSpark days={daily(id)} />
          <span className="links-count">{clicks === null ? '–' : formatNumber(clicks)}</span>
        </span>
      ),
    },
    {
      title: 'Status',
      fit: true,
      cell: ({ status, archived }) => (
        <Tag tone={archived ? 'neutral' : STATUS_TONES[status]} dot>
          {archived ? 'Archived' : STATUS_LABELS[status]}
        </Tag>
      ),
    },
    { title: 'Created', fit: true, cell: ({ created_at: at }) => <Time at={at} />, priority: 2 },
  ];
  return (
    <>
      {selection && (
        <label className="links-choose-all">
          <input
            type="checkbox"
            checked={selection.state === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selection.state === 'some';
            }}
            onChange={selection.toggleAll}
          />
          Choose all that are shown
        </label>
      )}
      <DataTable label="Short links" columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer} />
    </>
  );
}

const choice = (selection: Selection): Column<Link> => ({
  title: '',
  label: 'Choose',
  fit: true,
  cell: ({ id, short_url: url }) => (
    <input
      type="checkbox"
      className="links-choice"
      aria-label={`Choose ${shortOf(url)}`}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  ),
});
