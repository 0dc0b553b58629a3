import { Button } from '@mantine/core';
import { IconPlus, IconRefresh, IconTemplate } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type ChoiceFilter, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { Note, Status } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { useOverlay } from '../../../ui/use-overlay';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { useUnsupportedReason } from '../use-instance';
import { CATEGORIES, languageOf, QUALITIES, statuses, statusOf, type Template } from './labels';
import { t } from './texts';

const CreateTemplate = lazyWhenIdle(async () => (await import('./editor/create-sheet')).CreateTemplateSheet);
const TemplateSheet = lazyWhenIdle(async () => (await import('./template-sheet')).TemplateSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/templates');
const PATH = '/w/$ws/whatsapp/$instance/templates';
const choices = (): ChoiceFilter[] => [
  { name: 'status', label: t('status'), options: statuses() },
  {
    name: 'category',
    label: t('category'),
    options: (Object.keys(CATEGORIES) as Template['category'][]).map((value) => ({ value, label: CATEGORIES[value] })),
  },
];

export function TemplatesPage() {
  const { instance } = route.useParams();
  const { create } = route.useSearch();
  const mayWrite = useCan()('whatsapp.templates:write');
  const creating = useOverlay('create');
  return (
    <InstanceFrame
      instanceId={instance}
      tab="templates"
      code={{ operation: 'whatsapp_templates_list', input: { instance_id: instance } }}
      actions={
        mayWrite && (
          <>
            <SyncButton instanceId={instance} />
            <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => creating.open()}>
              {t('createTemplate')}
            </Button>
          </>
        )
      }
    >
      {(of) => (
        <>
          <Templates of={of} />
          {create && mayWrite && <CreateTemplate onClose={(id) => creating.close(id ? { template: id } : {})} />}
        </>
      )}
    </InstanceFrame>
  );
}

function SyncButton({ instanceId }: { instanceId: string }) {
  const trpc = useTRPC();
  const sync = useMutation(
    trpc.whatsapp.templates.sync.mutationOptions({
      onSuccess: ({ synced, added, changed, removed }) =>
        toast(t('synced', { count: synced }), {
          text: t('syncDetail', { added, changed, removed }),
        }),
      onError: (error) => toastError(error, t('notSynced')),
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
      {t('sync')}
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
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const values = { q, status, category };
  const choice = choices();
  const sheet = useOverlay('template');
  const columns: Column<Template>[] = [
    {
      title: t('name'),
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
    { title: t('language'), cell: (row) => languageOf(row.language) },
    { title: t('category'), fit: true, cell: (row) => CATEGORIES[row.category] },
    {
      title: t('status'),
      fit: true,
      cell: (row) => (
        <Status tone={statusOf(row.status).tone} isUsual={row.status === 'approved'}>
          {statusOf(row.status).label}
        </Status>
      ),
    },
    { title: t('quality'), fit: true, named: true, cell: (row) => QUALITIES[row.quality] },
  ];

  return (
    <>
      {lacks !== undefined && <Note tone="warning">{lacks}</Note>}
      <FilterBar
        search={t('find')}
        filters={choice}
        values={values}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={4}
        {...activeOf(choice, values, change)}
        empty={
          <Empty
            icon={IconTemplate}
            title={t('empty')}
            actions={<CopyAsCode operation="whatsapp_templates_sync" input={{ instance_id: of.id }} />}
          >
            {t('emptyHelp')}
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label={t('templates')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === template}
            footer={footer}
          />
        )}
      </ListBody>
      {template !== undefined && <TemplateSheet templateId={template} onClose={() => sheet.close()} />}
    </>
  );
}
