import { Menu } from '@mantine/core';
import { useState } from 'react';

import { DAY_MS, HOUR_MS } from '../../../../shared/durations';
import { useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { useCan } from '../../../ui/shell/workspace';
import { useNow } from '../../../ui/time';
import type { Chat } from '../messages/labels';
import { useUnsupportedReason } from '../use-instance';
import { ChatLabelsDialog } from './chat-labels-dialog';
import { isMuted } from './muted';
import { useChangeChat } from './use-change-chat';

const MUTES = [
  { label: 'Mute for 8 hours', until: () => new Date(Date.now() + 8 * HOUR_MS) },
  { label: 'Mute for 1 week', until: () => new Date(Date.now() + 7 * DAY_MS) },
  // A mute without an end.
  { label: 'Mute always', until: () => new Date('2100-01-01T00:00:00.000Z') },
];

/** Only what the driver can and the person may. */
export function ChatMenu({ of, onGone }: { of: Chat; onGone: () => void }) {
  const can = useCan();
  const lack = useUnsupportedReason();
  const [open, setOpen] = useState<'labels' | 'delete'>();
  const { change, isPending } = useChangeChat(of);
  const muted = isMuted(of, useNow());
  if (!can('whatsapp.messages:send')) return null;

  const has = (capability: string) => lack(capability) === undefined;
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={220}>
        <Menu.Target>
          <button type="button" className="copy-button" disabled={isPending}>
            Chat actions
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {has('chat.pin') && (
            <Menu.Item onClick={() => change({ pinned: !of.pinned }, of.pinned ? 'Chat unpinned' : 'Chat pinned')}>
              {of.pinned ? 'Unpin chat' : 'Pin chat'}
            </Menu.Item>
          )}
          {has('chat.archive') && (
            <Menu.Item
              onClick={() => change({ archived: !of.archived }, of.archived ? 'Chat unarchived' : 'Chat archived')}
            >
              {of.archived ? 'Unarchive chat' : 'Archive chat'}
            </Menu.Item>
          )}
          {of.unread_count === 0 && (
            <Menu.Item onClick={() => change({ unread: true }, 'Chat marked as unread')}>Mark as unread</Menu.Item>
          )}
          {has('chat.mute') && muted && (
            <Menu.Item onClick={() => change({ muted_until: null }, 'Chat unmuted')}>Unmute chat</Menu.Item>
          )}
          {has('chat.mute') &&
            !muted &&
            MUTES.map(({ label, until }) => (
              <Menu.Item key={label} onClick={() => change({ muted_until: until().toISOString() }, 'Chat muted')}>
                {label}
              </Menu.Item>
            ))}
          {has('chat.labels') && can('whatsapp.contacts:read') && (
            <Menu.Item onClick={() => setOpen('labels')}>Set labels…</Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item c="var(--error)" onClick={() => setOpen('delete')}>
            Delete chat…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CopyAsCode
        operation="whatsapp_chats_update"
        input={{ instance_id: of.instance_id, chat_id: of.id, archived: !of.archived }}
        isSmall
      />
      {open === 'labels' && <ChatLabelsDialog of={of} onClose={close} />}
      {open === 'delete' && <DeleteChat of={of} onClose={close} onGone={onGone} />}
    </>
  );
}

function DeleteChat({ of, onClose, onGone }: { of: Chat; onClose: () => void; onGone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { instance_id: of.instance_id, chat_id: of.id };
  return (
    <DeleteDialog
      name={of.title}
      what="chat"
      operation="whatsapp_chats_delete"
      input={input}
      remove={() => client.whatsapp.chats.delete.mutate(input)}
      stale={trpc.whatsapp.chats.list.pathKey()}
      onClose={onClose}
      onDeleted={onGone}
    >
      <p>
        The chat and its messages are deleted in Switchboard, and on a linked phone too. The other side keeps its
        messages. You cannot undo this.
      </p>
    </DeleteDialog>
  );
}
