import { Button } from '@mantine/core';
import { IconRefresh, IconTemplate } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatCount } from '../../../ui/format';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { Note, Tag } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { useUnsupportedReason } from '../use-instance';
import { CATEGORIES, languageOf, QUALITIES, STATUSES, statusOf, type Template } from './labels';

const TemplateSheet = lazyWhenIdle(async () => (await import('./template-sheet')).TemplateSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/templates');
const PATH = '/w/$ws/whatsapp/$instance/templates';
const KINDS = (Object.keys(CATEGORIES) as Template['category'][]).map((value) => ({ value, label: CATEGORIES[value] }));

export function TemplatesPage() {
  const { instance } = route.useParams();
  const mayWrite = useCan()('whatsapp.templates:write');
  return (
    <InstanceFrame instanceId={instance} tab="templates" actions={mayWrite && <SyncButton instanceId={instance} />}>
      {(of) => <Templates of={of} />}
    </InstanceFrame>
  );
}

function SyncButton({ instanceId }: { instanceId: string }) {
  const trpc = useTRPC();
  const sync = useMutation(
    trpc.whatsapp.templates.sync.mutationOptions({
      onSuccess: ({ synced, added, changed, removed }) =>
        toast(`${formatCount(synced, 'template')} read in`, {
          text: `${added} new, ${changed} changed, ${removed} gone.`,
        }),
      onError: (error) => toastError(error, 'The templates were not read in'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.templates.pathKey() }),
    }),
  );
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate({ instance_id: instanceId })}
    >
      Read templates in
    </Button>
  );
}

function Templates({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { q, status, category, template } = route.useSearch();
  const navigate = useNavigate({ from: PATH });
  const lacks = useUnsupportedReason()('template.read');
  const filters = { instance_id: of.id, ...compact({ q, status, category }) };
  const query = useInfiniteQuery(
    trpc.whatsapp.templates.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  type Change = Partial<Record<'q' | 'status' | 'category' | 'template', string | undefined>>;
  const change = (next: Change) =>
    void navigate({ search: (old) => compact({ ...old, ...next }) as typeof old, replace: true });
  const active = activeFilters(
    { status: status && statusOf(status).label, category: category && CATEGORIES[category], q: q && `“${q}”` },
    change,
  );
  const columns: Column<Template>[] = [
    {
      title: 'Name',
      cell: (row) => (
        <Link
          className="row-link mono"
          to={PATH}
          params={{ ws, instance: of.id }}
          search={{ ...compact({ q, status, category }), template: row.id }}
        >
          {row.name}
        </Link>
      ),
    },
    { title: 'Language', cell: (row) => languageOf(row.language) },
    { title: 'Category', fit: true, cell: (row) => CATEGORIES[row.category] },
    {
      title: 'Status',
      fit: true,
      cell: (row) => (
        <Tag tone={statusOf(row.status).tone} dot>
          {statusOf(row.status).label}
        </Tag>
      ),
    },
    { title: 'Quality', fit: true, named: true, cell: (row) => QUALITIES[row.quality] },
  ];

  return (
    <>
      {lacks !== undefined && <Note tone="warning">{lacks}</Note>}
      <Filters>
        <SearchField label="Find by name" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={(next) => change({ status: next })} />
        <FilterSelect
          label="Category"
          value={category}
          options={KINDS}
          onChange={(next) => change({ category: next })}
        />
        <CopyAsCode operation="whatsapp_templates_list" input={filters} />
      </Filters>
      <ListBody
        query={query}
        skeleton={4}
        {...active}
        empty={
          <Empty
            icon={IconTemplate}
            title="No templates yet"
            actions={<CopyAsCode operation="whatsapp_templates_sync" input={{ instance_id: of.id }} />}
          >
            Templates are written and approved at Meta. Read them in, and they can be sent from here.
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label="Templates"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === template}
            footer={footer}
          />
        )}
      </ListBody>
      {template !== undefined && (
        <TemplateSheet templateId={template} onClose={() => change({ template: undefined })} />
      )}
    </>
  );
}
