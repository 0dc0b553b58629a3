import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC } from '../../../trpc';
import { Actions } from '../../../ui/actions';
import { Confirm, Dialog } from '../../../ui/dialog';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast';
import { useLacks } from '../use-instance';
import { mayCancel, textOf, type Message } from './words';

import './messages.css';

const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

interface MessageActionsProps {
  of: Message;
  onReply: (message: Message) => void;
  /** Told of what was called, for the code beside it. */
  onCall?: (operation: string, input: Record<string, unknown>) => void;
}

/** What can be done with one message. What the driver lacks is disabled, with the reason. */
export function MessageActions({ of, onReply, onCall }: MessageActionsProps) {
  const maySend = useCan()('whatsapp.messages:send');
  const [open, setOpen] = useState<'react' | 'edit' | 'forward' | 'delete'>();
  const act = useActs(of, onCall);
  const why = useLacks();
  if (!maySend || of.deleted_at !== null) return null;

  const isOurs = of.direction === 'outbound';
  const isOut = of.provider_message_id !== null;
  const close = () => setOpen(undefined);
  const button = (label: string, name: string, onClick: () => void) => (
    <button
      type="button"
      className="copy-button"
      disabled={why(name) !== undefined || !isOut}
      title={why(name) ?? (isOut ? undefined : 'The network does not have it yet.')}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <div className="message-buttons" role="group" aria-label="Actions">
      {button('Reply', 'message.reply', () => onReply(of))}
      {button('React', 'message.reaction', () => setOpen('react'))}
      {button('Forward', 'message.forward', () => setOpen('forward'))}
      {isOurs && textOf(of.content) !== undefined && button('Edit', 'message.edit', () => setOpen('edit'))}
      {isOurs && button('Delete', 'message.delete_everyone', () => setOpen('delete'))}
      {mayCancel(of) && (
        <button type="button" className="copy-button" onClick={() => void act.cancel()}>
          Cancel
        </button>
      )}
      {open === 'react' && (
        <Dialog title="React" size={360} onClose={close}>
          <div className="message-emoji">
            {EMOJI.map((emoji) => (
              <button key={emoji} type="button" className="bare" onClick={() => void act.react(emoji).then(close)}>
                {emoji}
              </button>
            ))}
          </div>
          <Actions>
            <Button variant="default" onClick={() => void act.react('').then(close)}>
              Take it back
            </Button>
          </Actions>
        </Dialog>
      )}
      {open === 'edit' && <EditDialog of={of} onSave={act.edit} onClose={close} />}
      {open === 'forward' && <ForwardDialog onSend={act.forward} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title="Delete this message?"
          action="Delete for everyone"
          onConfirm={() => void act.remove().then(close)}
          onClose={close}
        >
          It goes from the phones of others too. Here it stays, marked as deleted.
        </Confirm>
      )}
    </div>
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
    <Dialog title="Change the text" onClose={onClose}>
      <Textarea
        label="Text"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4096}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Actions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={text.trim() === ''} onClick={() => void onSave(text).then(onClose)}>
          Save text
        </Button>
      </Actions>
    </Dialog>
  );
}

const MOST_FORWARDS = 5;

function ForwardDialog({ onSend, onClose }: { onSend: (to: string[]) => Promise<void>; onClose: () => void }) {
  const [text, setText] = useState('');
  const to = text.split(/[\s,;]+/).filter((part) => part !== '');
  return (
    <Dialog title="Forward" onClose={onClose}>
      <Textarea
        label="To"
        description={`Numbers, or ids of contacts, groups and chats; at most ${MOST_FORWARDS}, one a line.`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Actions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={to.length === 0 || to.length > MOST_FORWARDS} onClick={() => void onSend(to).then(onClose)}>
          Forward message
        </Button>
      </Actions>
    </Dialog>
  );
}

/** Each tells what it called, and a refusal in words. */
function useActs({ id, instance_id: instanceId }: Message, onCall: MessageActionsProps['onCall']) {
  const { messages } = useTRPC().whatsapp;
  const once = useSendOnce();
  const context = { trpc: { context: once.context } };
  const react = useMutation(messages.react.mutationOptions(context));
  const forward = useMutation(messages.forward.mutationOptions(context));
  const edit = useMutation(messages.edit.mutationOptions());
  const remove = useMutation(messages.delete.mutationOptions(context));
  const cancel = useMutation(messages.cancel.mutationOptions(context));
  const base = { instance_id: instanceId, message_id: id };

  const run = async (operation: string, input: Record<string, unknown>, call: () => Promise<unknown>, done: string) => {
    try {
      await call();
      onCall?.(operation, input);
      toast(done);
    } catch (error) {
      toastError(error, 'It was not done');
    } finally {
      once.renew();
    }
  };
  return {
    react: (emoji: string) => {
      const input = { ...base, emoji };
      const done = emoji === '' ? 'Reaction taken back' : 'Reaction queued';
      return run('whatsapp_messages_react', input, () => react.mutateAsync(input), done);
    },
    edit: (text: string) => {
      const input = { ...base, text };
      return run('whatsapp_messages_edit', input, () => edit.mutateAsync(input), 'Text changed');
    },
    forward: (to: string[]) => {
      const input = { ...base, to };
      return run('whatsapp_messages_forward', input, () => forward.mutateAsync(input), 'Forwarded');
    },
    remove: () => {
      const input = { ...base, for: 'everyone' as const };
      return run('whatsapp_messages_delete', input, () => remove.mutateAsync(input), 'Deleted for everyone');
    },
    cancel: () => run('whatsapp_messages_cancel', base, () => cancel.mutateAsync(base), 'Canceled'),
  };
}
