import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient, type Inputs } from '../../trpc';
import { formatCount } from '../../ui/format';
import { later } from '../../ui/later';
import { toast, toastError } from '../../ui/toast';
import type { Link } from './words';

import './links.css';

const BulkTags = later(async () => (await import('./bulk-dialogs')).BulkTags);
const BulkDelete = later(async () => (await import('./bulk-dialogs')).BulkDelete);

type Change = Extract<Inputs['links']['bulk']['update'], { ids: unknown }>['set'];

/** Changes many links in one call, and says how many it could not change. */
export function useBulkChange(ids: string[], onDone: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useMutation({
    mutationFn: (set: Change) => client.links.bulk.update.mutate({ ids, set }),
    onSuccess: ({ updated, failed, results }) => {
      toast(`${formatCount(updated, 'link')} changed`, faultsOf(failed, results));
      onDone();
    },
    onError: (error) => toastError(error, 'The links were not changed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() }),
  });
}

/** What a toast says of items that failed. */
export function faultsOf(
  failed: number,
  results: readonly { error?: { detail: string } | undefined }[],
): { tone?: 'warning'; text?: string } {
  if (failed === 0) return {};
  const first = results.find(({ error }) => error)?.error?.detail ?? '';
  return { tone: 'warning', text: `${formatCount(failed, 'link')} not: ${first}` };
}

/** What can be done to the chosen links together. */
export function BulkBar({ chosen, onClear }: { chosen: Link[]; onClear: () => void }) {
  const [open, setOpen] = useState<'tags' | 'delete'>();
  const change = useBulkChange(
    chosen.map(({ id }) => id),
    onClear,
  );
  if (chosen.length === 0) return null;
  const isAllDisabled = chosen.every(({ disabled }) => disabled);
  const isAllArchived = chosen.every(({ archived }) => archived);
  const close = () => setOpen(undefined);
  return (
    <div className="links-bulk" role="toolbar" aria-label="Chosen links">
      <strong aria-live="polite">{formatCount(chosen.length, 'link')} chosen</strong>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('tags')}>
        Tags
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ disabled: !isAllDisabled })}
      >
        {isAllDisabled ? 'Enable' : 'Disable'}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ archived: !isAllArchived })}
      >
        {isAllArchived ? 'Take out of the archive' : 'Archive'}
      </Button>
      <Button size="compact-sm" variant="outline" color="red" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <button type="button" className="copy-button" onClick={onClear}>
        Choose none
      </button>
      {open === 'tags' && <BulkTags of={chosen} onClose={close} onDone={onClear} />}
      {open === 'delete' && <BulkDelete of={chosen} onClose={close} onDone={onClear} />}
    </div>
  );
}
