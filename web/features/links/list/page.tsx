import { Button } from '@mantine/core';
import { IconDownload, IconLink, IconPlus, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Empty } from '../../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { labelOfTime, TimeFilter, useTimeFilter } from '../../activity/time-filter';
import { useDomains, useTags } from '../domains-and-tags';
import { LinksFrame } from '../frame';
import { useLinkUpdates } from '../use-link-updates';
import { BulkBar } from './bulk-bar';
import { stateFilter, stateLabel, STATE_FILTERS, SORTS } from './list-filters';
import { LinkTable } from './table';
import { useSelection } from './use-selection';

import '../links.css';
import '../../activity/activity.css';

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
  const can = useCan();
  const mayWrite = can('links:write');
  const [file, setFile] = useState<'import' | 'export'>();
  const domains = useDomains();
  const tags = useTags();
  const filters = compact({
    domain_id: domain ? [domain] : undefined,
    tag: tag ? [tag] : undefined,
    q,
    ...stateFilter(status),
    ...useTimeFilter(search),
  });
  const query = useInfiniteQuery(
    trpc.links.list.infiniteQueryOptions(compact({ ...filters, sort, limit: PAGE }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  useLinkUpdates();
  const rows = query.data ? rowsOf(query.data) : [];
  const selection = useSelection(rows.map(({ id }) => id));

  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const close = (madeId?: string) => {
    if (madeId === undefined) void navigate({ search: (old) => compact({ ...old, create: undefined }) as typeof old });
    else void navigate({ to: '/w/$ws/links/$link', params: (old) => ({ ...old, link: madeId }) });
  };
  const open = () => void navigate({ search: (old) => ({ ...old, create: true as const }) });
  useShortcuts(
    useMemo(
      () => ({
        c: () => {
          if (mayWrite) void navigate({ search: (old) => ({ ...old, create: true as const }) });
        },
      }),
      [mayWrite, navigate],
    ),
  );

  const active = activeFilters(
    {
      domain: domain && (domains.find(({ id }) => id === domain)?.hostname ?? domain),
      tag: tag && `Tag ${tag}`,
      status: status && stateLabel(status),
      time: search.time && labelOfTime(search.time),
      q: q && `“${q}”`,
    },
    // A custom range is removed together with the range.
    (cleared) => change({ ...cleared, ...('time' in cleared ? { after: undefined, before: undefined } : {}) }),
  );
  const createButton = mayWrite && (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={open}>
      Create link
    </Button>
  );

  return (
    <LinksFrame
      title="Short links"
      lead="Short addresses that lead where you say, and tell who came."
      actions={
        <>
          {mayWrite && (
            <button type="button" className="copy-button" onClick={() => setFile('import')}>
              <IconUpload size={14} aria-hidden /> Import
            </button>
          )}
          <button type="button" className="copy-button" onClick={() => setFile('export')}>
            <IconDownload size={14} aria-hidden /> Export
          </button>
          {createButton}
        </>
      }
    >
      <Filters>
        <SearchField label="Find by slug, URL or title" value={q} onChange={(next) => change({ q: next })} />
        {domains.length > 1 && (
          <FilterSelect
            label="Domain"
            value={domain}
            options={domains.map(({ id, hostname }) => ({ value: id, label: hostname }))}
            onChange={(next) => change({ domain: next })}
          />
        )}
        {tags.length > 0 && (
          <FilterSelect
            label="Tag"
            width={120}
            value={tag}
            options={tags.map(({ name }) => ({ value: name, label: name }))}
            onChange={(next) => change({ tag: next })}
          />
        )}
        <FilterSelect
          label="Status"
          width={120}
          value={status}
          options={STATE_FILTERS}
          onChange={(next) => change({ status: next })}
        />
        <TimeFilter search={search} onChange={change} />
        <FilterSelect
          label="Newest first"
          width={130}
          value={sort}
          options={SORTS}
          onChange={(next) => change({ sort: next })}
        />
        <CopyAsCode operation="links_list" input={compact({ ...filters, sort })} />
      </Filters>
      {mayWrite && <BulkBar chosen={rows.filter(({ id }) => selection.has(id))} onClear={selection.clear} />}
      <ListBody
        query={query}
        {...active}
        empty={
          <Empty
            icon={IconLink}
            title="No short links yet"
            actions={
              mayWrite && (
                <>
                  {createButton}
                  <Button size="sm" variant="default" onClick={() => setFile('import')}>
                    Import a file
                  </Button>
                  <CopyAsCode
                    operation="links_create"
                    input={{ url: 'https://example.com/spring-sale', slug: 'spring', tags: ['newsletter'] }}
                  />
                </>
              )
            }
          >
            A short link sends visitors on to an address of your choice, counts them, and can change where it leads at
            any time.
          </Empty>
        }
      >
        {(shown, footer) => <LinkTable rows={shown} footer={footer} selection={mayWrite ? selection : undefined} />}
      </ListBody>
      {create && mayWrite && <CreateSheet onClose={close} />}
      {file === 'import' && <ImportDialog onClose={() => setFile(undefined)} />}
      {file === 'export' && <ExportDialog filters={filters} onClose={() => setFile(undefined)} />}
    </LinksFrame>
  );
}
