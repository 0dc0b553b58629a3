import { Link as RouteLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatNumber } from '../../../ui/format';
import { hostIn } from '../../../ui/icons/host';
import { HostIcon } from '../../../ui/icons/host-icon';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Time } from '../../../ui/time';
import { useTags } from '../domains-and-tags';
import { shortOf, type Link } from '../labels';
import { LinkStatus } from '../link-status';
import { ClickSpark, useDaily } from '../spark';
import { TagChip } from '../tag-chip';
import { t } from '../texts';

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
  actions: (link: Link) => MenuActions;
}

export function LinkTable({ rows, footer, selection, actions }: LinkTableProps) {
  const { id: ws } = useWorkspace();
  const colors = new Map(useTags().map(({ name, color }) => [name, color]));
  const daily = useDaily(rows.map(({ id }) => id));
  const columns: Column<Link>[] = [
    ...(selection ? [choice(selection)] : []),
    {
      title: t('shortLink'),
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
            <HostIcon host={hostIn(link.url) ?? link.url} size={14} /> {link.title === null ? '' : `${link.title} · `}
            {shortOf(link.url)}
          </span>
        </NameCell>
      ),
    },
    {
      title: t('tags'),
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
      title: t('clicks'),
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
    { title: t('status'), fit: true, cell: (link) => <LinkStatus of={link} /> },
    { title: t('created'), fit: true, cell: ({ created_at: at }) => <Time at={at} />, priority: 2 },
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
          {t('chooseAll')}
        </label>
      )}
      <DataTable
        label={t('shortLinks')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        actions={actions}
        nameOf={({ short_url: url }) => shortOf(url)}
        footer={footer}
      />
    </>
  );
}

const choice = (selection: Selection): Column<Link> => ({
  title: '',
  label: t('choose'),
  fit: true,
  cell: ({ id, short_url: url }) => (
    <input
      type="checkbox"
      className="links-choice"
      aria-label={t('chooseLink', { name: shortOf(url) })}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  ),
});
