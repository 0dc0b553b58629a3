import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { Actions } from '../../../ui/actions';
import { downloadText } from '../../../ui/clipboard';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatCount, formatNumber } from '../../../ui/format';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Note, type Tone } from '../../../ui/tag';
import { toastError } from '../../../ui/toast/toast';
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
      onError: (error) => toastError(error, 'The import was not canceled'),
      onSettled: () => query.refetch(),
    }),
  );
  const isDone = query.data !== undefined && isOver(query.data);
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: trpc.links.list.pathKey() });
  }, [isDone, trpc]);

  return (
    <Content query={query} what="import" loading={<Loading shape="text" rows={3} />}>
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
                Cancel import
              </Button>
            )}
            {isOver(data) && (
              <Button variant="default" onClick={onAgain}>
                {data.dry_run ? 'Import for real' : 'Another file'}
              </Button>
            )}
            <Button onClick={onClose}>{isOver(data) ? 'Done' : 'Go on in the background'}</Button>
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
      <progress aria-label="Rows done" {...(total === null || total === 0 ? {} : { value: done / total })} />
      <span className="numbers">
        {of.status === 'queued' ? 'Waits for its turn' : formatNumber(done)}
        {total !== null && of.status === 'running' && ` of ${formatCount(total, 'row')}`}
      </span>
    </div>
  );
}

function Outcome({ of }: { of: LinkImport }) {
  const [tone, words]: [Tone, string] =
    of.status === 'canceled'
      ? ['warning', 'Canceled: the rest of the file was left out. Links that were made stay.']
      : of.status === 'failed'
        ? ['error', 'The file could not be read to its end.']
        : of.failed > 0
          ? ['warning', `${formatCount(of.failed, 'row')} could not be taken.`]
          : ['success', of.dry_run ? 'Every row could be imported. Nothing was kept.' : 'All rows are imported.'];
  return (
    <Note tone={tone} alert={tone === 'error'}>
      <span role="status">{words}</span>
    </Note>
  );
}

function Sums({ of }: { of: LinkImport }) {
  const sums = [
    { label: of.dry_run ? 'Would be made' : 'Made', value: of.created },
    { label: of.dry_run ? 'Would change' : 'Changed', value: of.updated },
    { label: 'Left as they are', value: of.skipped },
    { label: 'Failed', value: of.failed },
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
const COLUMNS: Column<Fault>[] = [
  { title: 'Line', fit: true, named: true, align: 'right', cell: ({ line }) => formatNumber(line) },
  { title: 'Column', fit: true, cell: ({ field }) => <span className="mono">{field ?? ''}</span> },
  { title: 'What is wrong', main: true, cell: ({ message }) => message },
  { title: 'Code', priority: 2, fit: true, cell: ({ code }) => <span className="mono dimmed">{code}</span> },
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
        label="Errors by line"
        columns={COLUMNS}
        rows={rows.slice(0, SHOWN)}
        rowKey={({ place }) => String(place)}
        footer={
          <div className="table-foot">
            {rows.length > SHOWN && <span className="dimmed">The first {SHOWN} are shown.</span>}
            <button type="button" className="copy-button" onClick={save}>
              Save as CSV
            </button>
          </div>
        }
      />
    </div>
  );
}
