import { Button } from '@mantine/core';
import { IconDownload, IconLink, IconPlus, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, timeFilter, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Empty } from '../../../ui/states/states';
import { FilterSelect } from '../../../ui/table/filters';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { useOverlay } from '../../../ui/use-overlay';
import { useTimeFilter } from '../../activity/time-filter';
import { useDomains, useTags } from '../domains-and-tags';
import { LinksFrame } from '../frame';
import { t } from '../texts';
import { useLinkUpdates } from '../use-link-updates';
import { BulkBar } from './bulk-bar';
import { sortOptions, stateFilter, stateOptions } from './list-filters';
import { LinkTable } from './table';
import { useRowActions } from './use-row-actions';
import { useSelection } from './use-selection';

import '../links.css';

const CreateSheet = lazyWhenIdle(async () => (await import('../form/create-sheet')).CreateSheet);
const ImportDialog = lazyWhenIdle(async () => (await import('../files/import-dialog')).ImportDialog);
const ExportDialog = lazyWhenIdle(async () => (await import('../files/export-dialog')).ExportDialog);

const route = getRouteApi('/w/$ws/links');
const PAGE = 50;

export function LinksPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { domain, tag, status, q, sort, create } = search;
  const navigate = useNavigate({ from: '/w/$ws/links' });
  const mayWrite = useCan()('links:write');
  const [file, setFile] = useState<'import' | 'export'>();
  const domains = useDomains();
  const tags = useTags();
  const input = compact({
    domain_id: domain ? [domain] : undefined,
    tag: tag ? [tag] : undefined,
    q,
    ...stateFilter(status),
    ...useTimeFilter(search),
  });
  const query = useInfiniteQuery(
    trpc.links.list.infiniteQueryOptions(compact({ ...input, sort, limit: PAGE }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  useLinkUpdates();
  const rows = query.data ? rowsOf(query.data) : [];
  const selection = useSelection(rows.map(({ id }) => id));
  const { actions, opened } = useRowActions(rows, mayWrite);

  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const drawer = useOverlay('create');
  const close = (createdId?: string) => {
    if (createdId === undefined) drawer.close();
    // Back leads to the list, not to the form.
    else void navigate({ to: '/w/$ws/links/$link', params: (old) => ({ ...old, link: createdId }), replace: true });
  };
  useShortcuts(useMemo(() => (mayWrite ? { c: () => drawer.open() } : {}), [mayWrite, drawer]));

  const filters = [
    ...(domains.length > 1
      ? [
          {
            name: 'domain',
            label: t('domain'),
            options: domains.map(({ id, hostname }) => ({ value: id, label: hostname })),
          },
        ]
      : []),
    ...(tags.length > 0
      ? [{ name: 'tag', label: t('tag'), options: tags.map(({ name }) => ({ value: name, label: name })) }]
      : []),
    { name: 'status', label: t('status'), options: stateOptions() },
    timeFilter(),
  ];
  const createButton = mayWrite && (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => drawer.open()}>
      {t('createLink')}
    </Button>
  );

  return (
    <LinksFrame
      title={t('shortLinks')}
      lead={t('lead')}
      code={{ operation: 'links_list', input: compact({ ...input, sort }) }}
      more={[
        mayWrite && { label: t('importLinks'), icon: IconUpload, onClick: () => setFile('import') },
        { label: t('exportLinks'), icon: IconDownload, onClick: () => setFile('export') },
      ]}
      actions={createButton}
    >
      <FilterBar
        search={t('findLinks')}
        filters={filters}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && rows.length === 0}
      >
        <FilterSelect
          label={t('newestFirst')}
          width={130}
          value={sort}
          options={sortOptions()}
          onChange={(next) => change({ sort: next })}
        />
      </FilterBar>
      {mayWrite && <BulkBar chosen={rows.filter(({ id }) => selection.has(id))} onClear={selection.clear} />}
      <ListBody
        query={query}
        {...activeOf(filters, search, change)}
        empty={
          <Empty
            icon={IconLink}
            title={t('noLinks')}
            actions={
              mayWrite && (
                <>
                  {createButton}
                  <Button size="sm" variant="default" onClick={() => setFile('import')}>
                    {t('importFile')}
                  </Button>
                  <CopyAsCode
                    operation="links_create"
                    input={{ url: 'https://example.com/spring-sale', slug: 'spring', tags: ['newsletter'] }}
                  />
                </>
              )
            }
          >
            {t('noLinksHelp')}
          </Empty>
        }
      >
        {(shown, footer) => (
          <LinkTable rows={shown} footer={footer} actions={actions} selection={mayWrite ? selection : undefined} />
        )}
      </ListBody>
      {opened}
      {create && mayWrite && <CreateSheet onClose={close} />}
      {file === 'import' && <ImportDialog onClose={() => setFile(undefined)} />}
      {file === 'export' && <ExportDialog filters={input} onClose={() => setFile(undefined)} />}
    </LinksFrame>
  );
}
