import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { byCursor, useTRPC } from '../../../trpc';
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
import { t } from './texts';

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
      title: t('name'),
      cell: ({ name, color }) => (
        <Link className="row-link" to="/w/$ws/links" params={{ ws }} search={{ tag: name }}>
          <TagChip name={name} color={color} />
        </Link>
      ),
    },
    {
      title: t('links'),
      align: 'right',
      fit: true,
      named: true,
      cell: ({ links_count: count }) => formatNumber(count),
    },
    { title: t('created'), fit: true, priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  const close = () => setOpen(undefined);
  return (
    <Card
      title={t('tags')}
      flush
      actions={
        <>
          {mayWrite && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setOpen({ what: 'new' })}
            >
              {t('createTag')}
            </Button>
          )}
        </>
      }
    >
      <Content query={query} loading={<Loading rows={2} />}>
        {(data) => {
          const rows = rowsOf(data);
          return rows.length === 0 ? (
            <p className="dimmed links-no-clicks">{t('noTags')}</p>
          ) : (
            <DataTable
              bare
              label={t('tags')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              nameOf={({ name }) => name}
              {...(mayWrite
                ? {
                    actions: (of: LinkTag) => [
                      { label: t('edit'), icon: IconPencil, onClick: () => setOpen({ what: 'edit', of }) },
                      {
                        label: t('delete'),
                        icon: IconTrash,
                        isDangerous: true,
                        onClick: () => setOpen({ what: 'delete', of }),
                      },
                    ],
                  }
                : {})}
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
