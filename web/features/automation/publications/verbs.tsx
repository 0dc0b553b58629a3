import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { VERBS_OF_STATUS, type PublicationVerb } from '../../../../shared/automation/publication-states';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast';
import type { Publication } from './labels';
import type { ConfirmedVerb } from './verb-dialogs';

const VerbDialog = lazyWhenIdle(async () => (await import('./verb-dialogs')).VerbDialog);

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
} satisfies Record<Direct | ConfirmedVerb, string>;
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

export function Verbs({ of, onEdit }: { of: Publication; onEdit: () => void }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const trpc = useTRPC();
  const [asked, setAsked] = useState<ConfirmedVerb>();
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
  const asks = (verb: PublicationVerb): verb is ConfirmedVerb =>
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
        onClick={() => (asks(verb) ? setAsked(verb) : direct.mutate(verb))}
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
      {asked && <VerbDialog of={of} verb={asked} onClose={() => setAsked(undefined)} />}
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
