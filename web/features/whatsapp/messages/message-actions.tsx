import { Button, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { Actions } from '../../../ui/actions';
import { Confirm, Dialog } from '../../../ui/dialog/dialog';
import { TextArea } from '../../../ui/form/text-area';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Recipient } from '../recipients/recipient';
import { RecipientsField } from '../recipients/recipients-field';
import { useUnsupportedReason } from '../use-instance';
import { DeleteFile } from './delete-file';
import { mayCancel, textOf, type Message } from './labels';
import { t } from './texts';

import './messages.css';

const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

interface MessageActionsProps {
  of: Message;
  onReply: (message: Message) => void;
  onCall?: (operation: string, input: Record<string, unknown>) => void;
  onGone?: () => void;
}

export function MessageActions({ of, onReply, onCall, onGone }: MessageActionsProps) {
  const maySend = useCan()('whatsapp.messages:send');
  const [open, setOpen] = useState<'react' | 'edit' | 'forward' | 'delete'>();
  const act = useActs(of, onCall, onGone);
  const why = useUnsupportedReason();
  if (!maySend || of.deleted_at !== null) return null;

  const isOurs = of.direction === 'outbound';
  const isOut = of.provider_message_id !== null;
  const close = () => setOpen(undefined);
  /** The dialog stays open with its input when the call fails. */
  const closeIf = (isDone: boolean) => {
    if (isDone) close();
  };
  const button = (label: string, name: string, onClick: () => void) => (
    <button
      type="button"
      className="copy-button"
      disabled={why(name) !== undefined || !isOut}
      title={why(name) ?? (isOut ? undefined : t('notSentYet'))}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <div className="message-buttons" role="group" aria-label={t('actions')}>
      {button(t('reply'), 'message.reply', () => onReply(of))}
      {button(t('react'), 'message.reaction', () => setOpen('react'))}
      {button(t('forward'), 'message.forward', () => setOpen('forward'))}
      {isOurs && textOf(of.content) !== undefined && button(t('edit'), 'message.edit', () => setOpen('edit'))}
      {button(t('delete'), 'message.delete_me', () => setOpen('delete'))}
      <DeleteFile of={of} onCall={onCall} />
      {mayCancel(of) && (
        <button type="button" className="copy-button" onClick={() => void act.cancel()}>
          {t('cancelMessage')}
        </button>
      )}
      {open === 'react' && (
        <Dialog title={t('react')} size={360} onClose={close}>
          <div className="message-emoji">
            {EMOJI.map((emoji) => (
              <button key={emoji} type="button" className="bare" onClick={() => void act.react(emoji).then(closeIf)}>
                {emoji}
              </button>
            ))}
          </div>
          <Actions>
            <Button variant="default" onClick={() => void act.react('').then(closeIf)}>
              {t('removeReaction')}
            </Button>
          </Actions>
        </Dialog>
      )}
      {open === 'edit' && <EditDialog of={of} onSave={(text) => act.edit(text).then(closeIf)} onClose={close} />}
      {open === 'forward' && (
        <ForwardDialog onSend={(to) => act.forward(to).then(closeIf)} onEdit={act.renew} onClose={close} />
      )}
      {open === 'delete' && (
        <DeleteDialog
          noEveryone={isOurs ? why('message.delete_everyone') : t('onlySender')}
          onDelete={(from) => act.remove(from).then(closeIf)}
          onClose={close}
        />
      )}
    </div>
  );
}

interface DeleteDialogProps {
  noEveryone: string | undefined;
  onDelete: (from: 'everyone' | 'me') => Promise<void>;
  onClose: () => void;
}

function DeleteDialog({ noEveryone, onDelete, onClose }: DeleteDialogProps) {
  const [from, setFrom] = useState<'everyone' | 'me'>(noEveryone === undefined ? 'everyone' : 'me');
  return (
    <Confirm
      title={t('deleteTitle')}
      action={from === 'everyone' ? t('deleteForEveryone') : t('deleteForMe')}
      onConfirm={() => void onDelete(from)}
      onClose={onClose}
    >
      <Radio.Group label={t('deleteFrom')} value={from} onChange={(next) => setFrom(next === 'me' ? 'me' : 'everyone')}>
        <div className="message-choices">
          <Radio
            value="everyone"
            label={t('forEveryone')}
            description={noEveryone ?? t('forEveryoneHelp')}
            disabled={noEveryone !== undefined}
          />
          <Radio value="me" label={t('forMe')} description={t('forMeHelp')} />
        </div>
      </Radio.Group>
    </Confirm>
  );
}

function EditDialog({
  of,
  onSave,
  onClose,
}: {
  of: Message;
  onSave: (text: string) => Promise<void>;
  onClose: () => void;
}) {
  const [text, setText] = useState(textOf(of.content) ?? '');
  return (
    <Dialog title={t('editTitle')} onClose={onClose}>
      <TextArea
        label={t('text')}
        minRows={2}
        maxRows={8}
        maxLength={4096}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Actions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button disabled={text.trim() === ''} onClick={() => void onSave(text)}>
          {t('saveText')}
        </Button>
      </Actions>
    </Dialog>
  );
}

const MAX_FORWARDS = 5;

interface ForwardDialogProps {
  onSend: (to: string[]) => Promise<void>;
  onEdit: () => void;
  onClose: () => void;
}

function ForwardDialog({ onSend, onEdit, onClose }: ForwardDialogProps) {
  const [chosen, setChosen] = useState<readonly Recipient[]>([]);
  const [fault, setFault] = useState<string>();
  const send = () => {
    if (chosen.length === 0) setFault(t('selectRecipient'));
    else void onSend(chosen.map(({ to }) => to));
  };
  return (
    <Dialog title={t('forwardTitle')} onClose={onClose}>
      <RecipientsField
        label={t('to')}
        description={t('upTo', { max: MAX_FORWARDS })}
        kind="all"
        max={MAX_FORWARDS}
        value={chosen}
        error={fault}
        onChange={(next) => {
          onEdit();
          setChosen(next);
          setFault(undefined);
        }}
      />
      <Actions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button onClick={send}>{t('forwardMessage')}</Button>
      </Actions>
    </Dialog>
  );
}

function useActs(
  { id, instance_id: instanceId }: Message,
  onCall: MessageActionsProps['onCall'],
  onGone: MessageActionsProps['onGone'],
) {
  const { chats, messages } = useTRPC().whatsapp;
  const once = useSendOnce();
  const forward = useMutation(messages.forward.mutationOptions({ trpc: { context: once.context } }));
  // Repeating these calls has no further effect.
  const react = useMutation(messages.react.mutationOptions());
  const edit = useMutation(messages.edit.mutationOptions());
  const remove = useMutation(messages.delete.mutationOptions());
  const cancel = useMutation(messages.cancel.mutationOptions());
  const base = { instance_id: instanceId, message_id: id };

  const run = async (operation: string, input: Record<string, unknown>, call: () => Promise<unknown>, done: string) => {
    try {
      await call();
      onCall?.(operation, input);
      toast(done);
      return true;
    } catch (error) {
      toastError(error, t('actionFailed'));
      return false;
    }
  };
  return {
    renew: once.renew,
    react: (emoji: string) => {
      const input = { ...base, emoji };
      const done = emoji === '' ? t('reactionRemoved') : t('reactionQueued');
      return run('whatsapp_messages_react', input, () => react.mutateAsync(input), done);
    },
    edit: (text: string) => {
      const input = { ...base, text };
      return run('whatsapp_messages_edit', input, () => edit.mutateAsync(input), t('textSaved'));
    },
    forward: (to: string[]) => {
      const input = { ...base, to };
      return run('whatsapp_messages_forward', input, () => forward.mutateAsync(input), t('forwarded'));
    },
    remove: (from: 'everyone' | 'me') => {
      const input = { ...base, for: from };
      const call = async () => {
        await remove.mutateAsync(input);
        if (from === 'everyone') return;
        onGone?.();
        // Deleting from the log emits no event.
        for (const queryKey of [messages.pathKey(), chats.pathKey()]) void queryClient.invalidateQueries({ queryKey });
      };
      return run('whatsapp_messages_delete', input, call, t('messageDeleted'));
    },
    cancel: () => run('whatsapp_messages_cancel', base, () => cancel.mutateAsync(base), t('messageCanceled')),
  };
}
