import { Button } from '@mantine/core';
import {
  IconBan,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconRefresh,
  IconTrash,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { PublicationVerb } from '../../../../shared/automation/publication-states';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import type { MenuAction, MenuActions } from '../../../ui/menu/menu-action';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError, toastUndo } from '../../../ui/toast/toast';
import type { ConfirmedAction } from './action-dialogs';
import { may, mayBeChanged, type Publication } from './labels';
import { t } from './texts';

const ActionDialog = lazyWhenIdle(async () => (await import('./action-dialogs')).ActionDialog);

type Direct = Extract<PublicationVerb, 'publish' | 'approve' | 'pause' | 'resume' | 'retry'>;
type Verb = Direct | ConfirmedAction;

interface VerbTexts {
  label: () => string;
  done?: () => string;
  icon?: Icon;
}

const VERBS: Record<Verb, VerbTexts> = {
  publish: { label: () => t('publish'), done: () => t('published') },
  approve: { label: () => t('approve'), done: () => t('approvedNow') },
  resume: { label: () => t('resume'), done: () => t('resumed') },
  retry: { label: () => t('retry'), done: () => t('retried'), icon: IconRefresh },
  pause: { label: () => t('pause'), done: () => t('paused'), icon: IconPlayerPause },
  reject: { label: () => t('reject'), icon: IconX },
  cancel: { label: () => t('cancelPublication'), icon: IconBan },
  delete: { label: () => t('deleteDraft'), icon: IconTrash },
};
/** What brings a publication back to where it was. */
const UNDOES: Partial<Record<Direct, Direct>> = { pause: 'resume', resume: 'pause' };
const MAIN = ['publish', 'approve', 'resume', 'retry'] as const;
const RARE = ['pause', 'cancel', 'delete'] as const;

interface PublicationActions {
  /** The primary button, and what is used beside it. */
  buttons: ReactNode;
  menu: MenuActions;
  dialog: ReactNode;
}

export function usePublicationActions(of: Publication, onEdit: () => void): PublicationActions {
  const [asked, setAsked] = useState<ConfirmedAction>();
  const direct = useVerb(of);
  const duplicate = useDuplicate();
  // A retry of deliveries that may have arrived asks first.
  const asks = (verb: Verb): verb is ConfirmedAction =>
    verb === 'cancel' || verb === 'delete' || verb === 'reject' || (verb === 'retry' && of.counters.unconfirmed > 0);
  const run = (verb: Verb) => (asks(verb) ? setAsked(verb) : direct.mutate(verb));
  const main = MAIN.find((verb) => may(of, verb));
  const button = (verb: Verb, variant: 'filled' | 'default') => (
    <Button
      size="sm"
      variant={variant}
      loading={direct.isPending && direct.variables === verb}
      disabled={direct.isPending}
      onClick={() => run(verb)}
    >
      {VERBS[verb].label()}
    </Button>
  );
  const rare = RARE.filter((verb) => may(of, verb)).map((verb): MenuAction => ({
    label: VERBS[verb].label(),
    ...(VERBS[verb].icon ? { icon: VERBS[verb].icon } : {}),
    isDangerous: verb !== 'pause',
    disabled: direct.isPending,
    onClick: () => run(verb),
  }));
  return {
    buttons: (
      <>
        {may(of, 'reject') && button('reject', 'default')}
        {mayBeChanged(of) && (
          <Button
            size="sm"
            variant={main === undefined ? 'filled' : 'default'}
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={onEdit}
          >
            {t('edit')}
          </Button>
        )}
        {main && button(main, 'filled')}
      </>
    ),
    menu: [
      { label: t('duplicate'), icon: IconCopy, onClick: () => duplicate.mutate({ publication_id: of.id }) },
      ...rare,
    ],
    dialog: asked && <ActionDialog of={of} verb={asked} onClose={() => setAsked(undefined)} />,
  };
}

function useDuplicate() {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const trpc = useTRPC();
  const once = useSendOnce();
  return useMutation(
    trpc.automation.publications.duplicate.mutationOptions({
      trpc: { context: once.context },
      onSuccess: async ({ id }) => {
        await queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() });
        toast(t('duplicated'));
        await navigate({
          to: '/w/$ws/automation/publications/$publication',
          params: { ws, publication: id },
          search: { edit: true },
        });
      },
      onError: (error) => toastError(error, t('notDuplicated')),
    }),
  );
}

function useVerb({ id }: Publication) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const act = async (verb: Direct): Promise<void> => {
    try {
      await client.automation.publications[verb].mutate({ publication_id: id });
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() }),
        queryClient.invalidateQueries({ queryKey: trpc.automation.publication_deliveries.pathKey() }),
      ]);
    }
  };
  return useMutation({
    mutationFn: act,
    onSuccess: (_, verb) => {
      const done = VERBS[verb].done?.() ?? '';
      const back = UNDOES[verb];
      if (back === undefined) toast(done);
      else toastUndo(done, () => act(back));
    },
    onError: (error) => toastError(error, t('notDone')),
  });
}
