import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { VERBS_OF_STATUS, type PublicationVerb } from '../../../../shared/automation/publication-states';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import type { ConfirmedAction } from './action-dialogs';
import type { Publication } from './labels';

const ActionDialog = lazyWhenIdle(async () => (await import('./action-dialogs')).ActionDialog);

type Direct = Extract<PublicationVerb, 'publish' | 'approve' | 'pause' | 'resume' | 'retry'>;

const LABELS = {
  publish: 'Publish',
  approve: 'Approve',
  resume: 'Resume',
  retry: 'Retry',
  pause: 'Pause',
  reject: 'Reject',
  cancel: 'Cancel publication',
  delete: 'Delete',
} satisfies Record<Direct | ConfirmedAction, string>;
const DONE = {
  publish: 'On its way',
  approve: 'Approved',
  resume: 'It goes on',
  retry: 'What failed is tried again',
  pause: 'Paused',
} satisfies Record<Direct, string>;
const MAIN: ReadonlySet<PublicationVerb> = new Set(['publish', 'approve', 'resume', 'retry']);

const may = ({ status }: Pick<Publication, 'status'>, verb: PublicationVerb): boolean =>
  VERBS_OF_STATUS[status].includes(verb);
export const mayBeChanged = (of: Pick<Publication, 'status'>): boolean => may(of, 'update');

export function PublicationActions({ of, onEdit }: { of: Publication; onEdit: () => void }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const trpc = useTRPC();
  const [dialog, setDialog] = useState<ConfirmedAction>();
  const direct = useVerb(of);
  const once = useSendOnce();
  const duplicate = useMutation(
    trpc.automation.publications.duplicate.mutationOptions({
      trpc: { context: once.context },
      onSuccess: async ({ id }) => {
        await queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() });
        toast('A copy, as a draft');
        await navigate({
          to: '/w/$ws/automation/publications/$publication',
          params: { ws, publication: id },
          search: { edit: true },
        });
      },
      onError: (error) => toastError(error, 'It was not duplicated'),
    }),
  );
  // A retry of deliveries that may have arrived asks first.
  const asks = (verb: PublicationVerb): verb is ConfirmedAction =>
    verb === 'cancel' || verb === 'delete' || verb === 'reject' || (verb === 'retry' && of.counters.unconfirmed > 0);

  const verbs = (['publish', 'approve', 'resume', 'retry', 'pause', 'reject', 'cancel', 'delete'] as const).filter(
    (verb) => may(of, verb),
  );
  const buttons = verbs.map((verb) => {
    const isDangerous = verb === 'delete' || verb === 'cancel' || verb === 'reject';
    return (
      <Button
        key={verb}
        size="xs"
        variant={MAIN.has(verb) ? 'filled' : isDangerous ? 'outline' : 'default'}
        {...(isDangerous ? { color: 'red' } : {})}
        loading={direct.isPending && direct.variables === verb}
        disabled={direct.isPending}
        onClick={() => (asks(verb) ? setDialog(verb) : direct.mutate(verb))}
      >
        {LABELS[verb]}
      </Button>
    );
  });
  return (
    <>
      {buttons.filter(({ key }) => MAIN.has(key as PublicationVerb))}
      {mayBeChanged(of) && (
        <Button size="xs" variant="default" onClick={onEdit}>
          Change
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={duplicate.isPending}
        onClick={() => duplicate.mutate({ publication_id: of.id })}
      >
        Duplicate
      </Button>
      {buttons.filter(({ key }) => !MAIN.has(key as PublicationVerb))}
      {dialog && <ActionDialog of={of} verb={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function useVerb({ id }: Publication) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useMutation({
    mutationFn: (verb: Direct) => client.automation.publications[verb].mutate({ publication_id: id }),
    onSuccess: (_, verb) => toast(DONE[verb]),
    onError: (error, verb) => toastError(error, `${LABELS[verb]} was refused`),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() }),
        queryClient.invalidateQueries({ queryKey: trpc.automation.publication_deliveries.pathKey() }),
      ]),
  });
}
