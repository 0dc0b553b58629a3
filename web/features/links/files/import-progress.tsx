import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { Actions } from '../../../ui/actions';
import { downloadText } from '../../../ui/clipboard';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatNumber } from '../../../ui/format';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Note, type Tone } from '../../../ui/tag';
import { toastError } from '../../../ui/toast/toast';
import { t } from './texts';
import type { LinkImport } from './upload';

import './files.css';

const EVERY_MS = 500;
const isOver = ({ status }: LinkImport): boolean => status !== 'queued' && status !== 'running';

interface ImportProgressProps {
  importId: string;
  onAgain: () => void;
  onClose: () => void;
}

export function ImportProgress({ importId, onAgain, onClose }: ImportProgressProps) {
  const trpc = useTRPC();
  const input = { import_id: importId };
  const query = useQuery(
    trpc.links.imports.get.queryOptions(input, {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : EVERY_MS),
    }),
  );
  const cancel = useMutation(
    trpc.links.imports.cancel.mutationOptions({
      onError: (error) => toastError(error, t('notCanceled')),
      onSettled: () => query.refetch(),
    }),
  );
  const isDone = query.data !== undefined && isOver(query.data);
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: trpc.links.list.pathKey() });
  }, [isDone, trpc]);

  return (
    <Content query={query} what={t('anImport')} loading={<Loading shape="text" rows={3} />}>
      {(data) => (
        <>
          {!isOver(data) && <Bar of={data} />}
          {isOver(data) && <Outcome of={data} />}
          <Sums of={data} />
          {data.errors.length > 0 && <Faults of={data} />}
          <Actions>
            <CopyAsCode operation="links_imports_get" input={input} />
            {!isOver(data) && (
              <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(input)}>
                {t('cancelImport')}
              </Button>
            )}
            {isOver(data) && (
              <Button variant="default" onClick={onAgain}>
                {data.dry_run ? t('importForReal') : t('anotherFile')}
              </Button>
            )}
            <Button onClick={onClose}>{isOver(data) ? t('done') : t('background')}</Button>
          </Actions>
        </>
      )}
    </Content>
  );
}

function Bar({ of }: { of: LinkImport }) {
  const { rows_total: total, rows_done: done } = of;
  return (
    <div className="files-sending" role="status">
      <progress aria-label={t('rowsDone')} {...(total === null || total === 0 ? {} : { value: done / total })} />
      <span className="numbers">
        {of.status === 'queued' ? t('queued') : total === null ? formatNumber(done) : t('rowsOf', { done, total })}
      </span>
    </div>
  );
}

function Outcome({ of }: { of: LinkImport }) {
  const [tone, words]: [Tone, string] =
    of.status === 'canceled'
      ? ['warning', t('canceled')]
      : of.status === 'failed'
        ? ['error', t('unreadable')]
        : of.failed > 0
          ? ['warning', t('rowsFailed', { count: of.failed })]
          : ['success', of.dry_run ? t('allValid') : t('allImported')];
  return (
    <Note tone={tone} alert={tone === 'error'}>
      <span role="status">{words}</span>
    </Note>
  );
}

function Sums({ of }: { of: LinkImport }) {
  const sums = [
    { label: of.dry_run ? t('wouldCreate') : t('created'), value: of.created },
    { label: of.dry_run ? t('wouldUpdate') : t('updated'), value: of.updated },
    { label: t('skipped'), value: of.skipped },
    { label: t('failed'), value: of.failed },
  ];
  return (
    <div className="files-sums">
      {sums.map(({ label, value }) => (
        <div key={label}>
          <div className="dimmed">{label}</div>
          <div className="links-figure numbers">{formatNumber(value)}</div>
        </div>
      ))}
    </div>
  );
}

type Fault = LinkImport['errors'][number] & { place: number };
const columns = (): Column<Fault>[] => [
  { title: t('line'), fit: true, named: true, align: 'right', cell: ({ line }) => formatNumber(line) },
  { title: t('column'), fit: true, cell: ({ field }) => <span className="mono">{field ?? ''}</span> },
  { title: t('problem'), main: true, cell: ({ message }) => message },
  { title: t('code'), priority: 2, fit: true, cell: ({ code }) => <span className="mono dimmed">{code}</span> },
];
const SHOWN = 100;
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function Faults({ of }: { of: LinkImport }) {
  const rows = of.errors.map((error, place) => ({ ...error, place }));
  const save = () => {
    const lines = of.errors.map(({ line, field, code, message }) =>
      [line, cell(field ?? ''), cell(code), cell(message)].join(','),
    );
    downloadText('import-errors.csv', `line,column,code,message\n${lines.join('\n')}\n`, 'text/csv');
  };
  return (
    <div className="card">
      <DataTable
        bare
        label={t('errorsByLine')}
        columns={columns()}
        rows={rows.slice(0, SHOWN)}
        rowKey={({ place }) => String(place)}
        footer={
          <div className="table-foot">
            {rows.length > SHOWN && <span className="dimmed">{t('firstShown', { count: SHOWN })}</span>}
            <button type="button" className="copy-button" onClick={save}>
              {t('saveCsv')}
            </button>
          </div>
        }
      />
    </div>
  );
}
