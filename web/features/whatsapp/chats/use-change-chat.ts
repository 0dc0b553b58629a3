import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC, type Inputs } from '../../../trpc';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Chat } from '../messages/labels';
import { t } from './texts';

type Change = Omit<Inputs['whatsapp']['chats']['update'], 'instance_id' | 'chat_id'>;

/** Changes a chat, at WhatsApp too where the driver can; `done` is said then. */
export function useChangeChat({ instance_id, id }: Chat) {
  const trpc = useTRPC();
  const update = useMutation(
    trpc.whatsapp.chats.update.mutationOptions({
      onError: (error) => toastError(error, t('chatNotChanged')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.chats.pathKey() }),
    }),
  );
  return {
    isPending: update.isPending,
    change: (change: Change, done: string, onDone?: () => void) =>
      update.mutate(
        { instance_id, chat_id: id, ...change },
        {
          onSuccess: () => {
            toast(done);
            onDone?.();
          },
        },
      ),
  };
}
