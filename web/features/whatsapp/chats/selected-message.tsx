import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Tag } from '../../../ui/tag';
import { STATUSES, summaryOf, TYPES, type Message } from '../messages/labels';
import { MessageActions } from '../messages/message-actions';
import { Receipts } from '../messages/receipts';
import { RetryMessage } from '../messages/retry-message';
import { StatusHistory } from '../messages/status-history';
import { useInstance } from '../use-instance';
import { t } from './texts';

interface ChosenMessageProps {
  id: string;
  /** As the thread has it, which is live; read by its id where the thread does not reach so far back. */
  known: Message | undefined;
  onReply: (message: Message) => void;
  onClose: () => void;
}

export function SelectedMessage({ id, known, onReply, onClose }: ChosenMessageProps) {
  const { id: instanceId } = useInstance();
  const trpc = useTRPC();
  const input = { instance_id: instanceId, message_id: id };
  const query = useQuery(trpc.whatsapp.messages.get.queryOptions(input, { enabled: known === undefined }));
  const of = known ?? query.data;
  return (
    <section className="chosen-message" aria-label={t('messageDetails')}>
      <div className="chosen-head">
        <strong>{of ? TYPES[of.type] : t('message')}</strong>
        {of && (
          <Tag tone={STATUSES[of.status].tone} dot>
            {STATUSES[of.status].label}
          </Tag>
        )}
        <CopyId id={id} />
        <CopyAsCode operation="whatsapp_messages_get" input={input} />
        <button type="button" className="bare composer-remove" aria-label={t('closeDetails')} onClick={onClose}>
          <IconX size={14} aria-hidden />
        </button>
      </div>
      {of ? (
        <>
          {!known && <div className="chosen-text">{summaryOf(of)}</div>}
          <RetryMessage of={of} />
          <MessageActions of={of} onReply={onReply} onGone={onClose} />
          <StatusHistory of={of} />
          <Receipts of={of} />
        </>
      ) : (
        <Content query={query} what={t('message').toLocaleLowerCase()} loading={<Loading shape="text" rows={2} />}>
          {() => null}
        </Content>
      )}
    </section>
  );
}
