import {
  IconArchive,
  IconBellOff,
  IconDeviceMobile,
  IconMailOpened,
  IconMailbox,
  IconPencil,
  IconPin,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { DAY_MS, HOUR_MS } from '../../../../shared/durations';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { MoreMenu } from '../../../ui/menu/more-menu';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useNow } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { titleOf, type Chat } from '../messages/labels';
import { useUnsupportedReason } from '../use-instance';
import { ChatLabelsDialog } from './chat-labels-dialog';
import { isMuted } from './muted';
import { t } from './texts';
import { useChangeChat } from './use-change-chat';

const TYPING_MS = 10_000;
const MUTES = [
  { label: 'mute8h', until: () => new Date(Date.now() + 8 * HOUR_MS) },
  { label: 'mute1w', until: () => new Date(Date.now() + 7 * DAY_MS) },
  // A mute without an end.
  { label: 'muteAlways', until: () => new Date('2100-01-01T00:00:00.000Z') },
] as const;

/** Only what the driver can and the person may. */
export function ChatMenu({ of, onGone }: { of: Chat; onGone: () => void }) {
  const can = useCan();
  const lack = useUnsupportedReason();
  const navigate = useNavigate();
  const { id: ws } = useWorkspace();
  const [open, setOpen] = useState<'labels' | 'delete'>();
  const { change, isPending } = useChangeChat(of);
  const { markRead, showTyping } = useSignals(of);
  const muted = isMuted(of, useNow());
  if (!can('whatsapp.messages:send')) return null;

  const has = (capability: string) => lack(capability) === undefined;
  const close = () => setOpen(undefined);
  const actions: MenuActions = [
    has('chat.pin') && {
      label: of.pinned ? t('unpin') : t('pin'),
      icon: IconPin,
      onClick: () => change({ pinned: !of.pinned }, of.pinned ? t('chatUnpinned') : t('chatPinned')),
    },
    has('chat.archive') && {
      label: of.archived ? t('unarchive') : t('archive'),
      icon: IconArchive,
      onClick: () => change({ archived: !of.archived }, of.archived ? t('chatUnarchived') : t('chatArchived')),
    },
    of.unread_count === 0
      ? { label: t('markUnread'), icon: IconMailbox, onClick: () => change({ unread: true }, t('chatMarkedUnread')) }
      : { label: t('markRead'), icon: IconMailOpened, onClick: markRead },
    ...(has('chat.mute') && !muted
      ? MUTES.map(({ label, until }) => ({
          label: t(label),
          icon: IconBellOff,
          onClick: () => change({ muted_until: until().toISOString() }, t('chatMuted')),
        }))
      : []),
    has('chat.mute') &&
      muted && {
        label: t('unmute'),
        icon: IconBellOff,
        onClick: () => change({ muted_until: null }, t('chatUnmuted')),
      },
    has('chat.labels') &&
      can('whatsapp.contacts:read') && { label: t('setLabels'), icon: IconTag, onClick: () => setOpen('labels') },
    has('message.typing') && { label: t('showTyping'), icon: IconPencil, onClick: showTyping },
    {
      label: t('openInTester'),
      icon: IconDeviceMobile,
      onClick: () =>
        void navigate({
          to: '/w/$ws/whatsapp/$instance/tester',
          params: { ws, instance: of.instance_id },
          search: { chat: of.id },
        }),
    },
    { label: t('deleteChat'), icon: IconTrash, isDangerous: true, onClick: () => setOpen('delete') },
  ];
  return (
    <>
      <MoreMenu
        label={t('chatActions')}
        actions={actions.map((action) => action && { ...action, disabled: isPending })}
      />
      {open === 'labels' && <ChatLabelsDialog of={of} onClose={close} />}
      {open === 'delete' && <DeleteChat of={of} onClose={close} onGone={onGone} />}
    </>
  );
}

/** What is sent to the other side without a message. */
function useSignals({ instance_id, id }: Chat) {
  const trpc = useTRPC();
  const input = { instance_id, chat_id: id };
  const read = useMutation(
    trpc.whatsapp.chats.mark_read.mutationOptions({
      onError: (error) => toastError(error, t('chatNotChanged')),
      onSuccess: () => {
        toast(t('chatMarkedRead'));
        return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.chats.pathKey() });
      },
    }),
  );
  const typing = useMutation(
    trpc.whatsapp.chats.set_typing.mutationOptions({
      onSuccess: () => toast(t('typingShown')),
      onError: (error) => toastError(error, t('typingNotShown')),
    }),
  );
  return {
    markRead: () => read.mutate(input),
    showTyping: () => typing.mutate({ ...input, state: 'typing', duration_ms: TYPING_MS }),
  };
}

function DeleteChat({ of, onClose, onGone }: { of: Chat; onClose: () => void; onGone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { instance_id: of.instance_id, chat_id: of.id };
  return (
    <DeleteDialog
      name={titleOf(of)}
      what={t('chat')}
      operation="whatsapp_chats_delete"
      input={input}
      remove={() => client.whatsapp.chats.delete.mutate(input)}
      stale={trpc.whatsapp.chats.list.pathKey()}
      onClose={onClose}
      onDeleted={onGone}
    >
      <p>{t('deleteChatHelp')}</p>
    </DeleteDialog>
  );
}
