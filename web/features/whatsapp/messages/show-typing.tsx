import { useMutation } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import { useUnsupportedReason } from '../use-instance';
import type { Chat } from './labels';

const LASTS_MS = 10_000;

export function ShowTyping({ of }: { of: Chat }) {
  const trpc = useTRPC();
  const maySend = useCan()('whatsapp.messages:send');
  const lack = useUnsupportedReason()('message.typing');
  const typing = useMutation(
    trpc.whatsapp.chats.set_typing.mutationOptions({
      onSuccess: () => toast('The other side sees “typing” for ten seconds'),
      onError: (error) => toastError(error, '“Typing” is not shown'),
    }),
  );
  if (!maySend) return null;

  const input = { instance_id: of.instance_id, chat_id: of.id, state: 'typing' as const, duration_ms: LASTS_MS };
  return (
    <>
      <button
        type="button"
        className="copy-button"
        disabled={lack !== undefined || typing.isPending}
        title={lack}
        onClick={() => typing.mutate(input)}
      >
        Show “typing”
      </button>
      <CopyAsCode operation="whatsapp_chats_set_typing" input={input} isSmall />
    </>
  );
}
