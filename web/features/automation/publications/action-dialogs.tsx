import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { PublicationVerb } from '../../../../shared/automation/publication-states';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { TextArea } from '../../../ui/form/text-area';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import { nameOf, type Publication } from './labels';
import { t } from './texts';

export type ConfirmedAction = Extract<PublicationVerb, 'cancel' | 'delete' | 'reject' | 'retry'>;

interface VerbDialogProps {
  of: Publication;
  verb: ConfirmedAction;
  onClose: () => void;
}

const done = (verb: ConfirmedAction): string =>
  t(({ cancel: 'canceled', delete: 'draftDeleted', reject: 'rejectedNow', retry: 'retried' } as const)[verb]);

export function ActionDialog({ of, verb, onClose }: VerbDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [retryUnconfirmed, setRetryUnconfirmed] = useState(false);
  const { publications } = client.automation;
  const { title, action, text } = textsOf(of, verb);
  const input = {
    publication_id: of.id,
    ...(verb === 'reject' && reason.trim() !== '' ? { reason: reason.trim() } : {}),
    ...(verb === 'retry' && retryUnconfirmed ? { retry_unconfirmed: true } : {}),
  };
  const act = useMutation({
    mutationFn: async (): Promise<unknown> => publications[verb].mutate(input),
    onSuccess: async () => {
      toast(done(verb));
      if (verb === 'delete') await navigate({ to: '/w/$ws/automation/publications', params: { ws } });
    },
    onError: (error) => toastError(error, t('notDone')),
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
        <TextArea
          label={t('reason')}
          description={t('reasonHelp')}
          maxLength={500}
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {verb === 'retry' && (
        <Checkbox
          label={t('alsoUnconfirmed', { count: of.counters.unconfirmed })}
          description={t('mayArriveTwice')}
          checked={retryUnconfirmed}
          onChange={(event) => setRetryUnconfirmed(event.currentTarget.checked)}
        />
      )}
      <CopyAsCode operation={`automation_publications_${verb}`} input={input} />
    </Confirm>
  );
}

function textsOf(of: Publication, verb: ConfirmedAction): { title: string; action: string; text: string } {
  const { pending, waiting, sending } = of.counters;
  const name = nameOf(of);
  switch (verb) {
    case 'cancel':
      return {
        title: t('cancelQuestion', { name }),
        action: t('cancelPublication'),
        text: t('cancelHelp', { count: pending + waiting + sending }),
      };
    case 'delete':
      return { title: t('deleteQuestion', { name }), action: t('deleteDraft'), text: t('deleteHelp') };
    case 'reject':
      return { title: t('rejectQuestion', { name }), action: t('reject'), text: t('rejectHelp') };
    case 'retry':
      return { title: t('retryQuestion'), action: t('retryAction'), text: t('retryHelp') };
    default:
      return verb satisfies never;
  }
}
