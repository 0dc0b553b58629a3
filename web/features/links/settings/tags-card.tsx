import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatNumber } from '../../../ui/format';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Time } from '../../../ui/time';
import type { LinkTag } from '../labels';
import { TagChip } from '../tag-chip';

import '../links.css';

const TagDialog = lazyWhenIdle(async () => (await import('./tag-dialogs')).TagDialog);
const DeleteTag = lazyWhenIdle(async () => (await import('./tag-dialogs')).DeleteTag);
const PAGE = 50;

export function TagsCard({ shownId }: { shownId: string | undefined }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const mayWrite = useCan()('links:write');
  const [open, setOpen] = useState<{ what: 'new' } | { what: 'edit' | 'delete'; of: LinkTag }>();
  const query = useInfiniteQuery(trpc.links.tags.list.infiniteQueryOptions({ limit: PAGE }, byCursor));
  const columns: Column<LinkTag>[] = [
    {
      title: 'Name',
      cell: ({ name, color }) => (
        <Link className="row-link" to="/w/$ws/links" params={{ ws }} search={{ tag: name }}>
          <TagChip name={name} color={color} />
        </Link>
      ),
    },
    { title: 'Links', align: 'right', fit: true, named: true, cell: ({ links_count: count }) => formatNumber(count) },
    { title: 'Made', fit: true, priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
    ...(mayWrite
      ? [
          {
            title: '',
            label: 'Actions',
            fit: true,
            cell: (of: LinkTag) => (
              <span className="links-buttons" data-whole>
                <button
                  type="button"
                  className="copy-button"
                  aria-label={`Change ${of.name}`}
                  onClick={() => setOpen({ what: 'edit', of })}
                >
                  Change
                </button>
                <button
                  type="button"
                  className="copy-button"
                  aria-label={`Delete ${of.name}`}
                  onClick={() => setOpen({ what: 'delete', of })}
                >
                  Delete
                </button>
              </span>
            ),
          },
        ]
      : []),
  ];
  const close = () => setOpen(undefined);
  return (
    <Card
      title="Tags"
      flush
      actions={
        <>
          <CopyAsCode operation="links_tags_list" input={{}} />
          {mayWrite && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setOpen({ what: 'new' })}
            >
              Create tag
            </Button>
          )}
        </>
      }
    >
      <Content query={query} loading={<Loading rows={2} />}>
        {(data) => {
          const rows = rowsOf(data);
          return rows.length === 0 ? (
            <p className="dimmed links-no-clicks">No tags yet. A tag is made with the first link that names it.</p>
          ) : (
            <DataTable
              bare
              label="Tags"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              isCurrent={({ id }) => id === shownId}
              footer={<LoadMore query={query} />}
            />
          );
        }}
      </Content>
      {(open?.what === 'new' || open?.what === 'edit') && (
        <TagDialog {...(open.what === 'edit' ? { of: open.of } : {})} onClose={close} />
      )}
      {open?.what === 'delete' && <DeleteTag of={open.of} onClose={close} />}
    </Card>
  );
}
