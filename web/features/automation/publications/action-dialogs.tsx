import { Checkbox, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { PublicationVerb } from '../../../../shared/automation/publication-states';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { formatCount } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import { nameOf, type Publication } from './labels';

export type ConfirmedAction = Extract<PublicationVerb, 'cancel' | 'delete' | 'reject' | 'retry'>;

interface VerbDialogProps {
  of: Publication;
  verb: ConfirmedAction;
  onClose: () => void;
}

const DONE = {
  cancel: 'Publication canceled',
  delete: 'Draft deleted',
  reject: 'Publication rejected',
  retry: 'It is tried again',
} satisfies Record<ConfirmedAction, string>;

export function ActionDialog({ of, verb, onClose }: VerbDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [retryUnconfirmed, setRetryUnconfirmed] = useState(false);
  const { publications } = client.automation;
  const input = {
    publication_id: of.id,
    ...(verb === 'reject' && reason.trim() !== '' ? { reason: reason.trim() } : {}),
    ...(verb === 'retry' && retryUnconfirmed ? { retry_unconfirmed: true } : {}),
  };
  const act = useMutation({
    mutationFn: async (): Promise<unknown> => publications[verb].mutate(input),
    onSuccess: async () => {
      toast(DONE[verb]);
      if (verb === 'delete') await navigate({ to: '/w/$ws/automation/publications', params: { ws } });
    },
    onError: (error) => toastError(error, 'Refused'),
    onSettled: () => {
      onClose();
      // The deleted publication itself is not loaded again.
      const list = trpc.automation.publications.list.pathKey();
      const queryKey = verb === 'delete' ? list : trpc.automation.publications.pathKey();
      return Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: trpc.automation.publication_deliveries.list.pathKey() }),
      ]);
    },
  });
  const { title, action, text } = wordsOf(of, verb);
  return (
    <Confirm
      title={title}
      action={action}
      isDangerous={verb !== 'retry'}
      isPending={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      <p>{text}</p>
      {verb === 'reject' && (
        <Textarea
          label="Reason"
          description="Shown on the page, and in its events."
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {verb === 'retry' && (
        <Checkbox
          label={`Also ${formatCount(of.counters.unconfirmed, 'delivery', 'deliveries')} that may have arrived`}
          description="Those who have it already would get it twice."
          checked={retryUnconfirmed}
          onChange={(event) => setRetryUnconfirmed(event.currentTarget.checked)}
        />
      )}
      <CopyAsCode operation={`automation_publications_${verb}`} input={input} />
    </Confirm>
  );
}

function wordsOf(of: Publication, verb: ConfirmedAction): { title: string; action: string; text: ReactNode } {
  const { pending, waiting, sending } = of.counters;
  const name = nameOf(of);
  switch (verb) {
    case 'cancel':
      return {
        title: `Cancel “${name}”?`,
        action: 'Cancel publication',
        text: `${formatCount(pending + waiting + sending, 'recipient', 'recipients')} that it was not handed over to will not get it. What was sent stays sent.`,
      };
    case 'delete':
      return { title: `Delete “${name}”?`, action: 'Delete draft', text: 'The draft is gone. This cannot be undone.' };
    case 'reject':
      return {
        title: `Reject “${name}”?`,
        action: 'Reject',
        text: 'It is canceled and never sent. A copy of it can be made.',
      };
    case 'retry':
      return {
        title: 'Send it again?',
        action: 'Retry',
        text: 'Recipients that certainly did not get it are tried again.',
      };
    default:
      return verb satisfies never;
  }
}
