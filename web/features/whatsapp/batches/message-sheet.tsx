import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DetailList } from '../../../ui/detail/detail-list';
import { DetailSheet } from '../../../ui/detail/detail-sheet';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Tag } from '../../../ui/tag';
import { STATUSES, type Message } from '../messages/labels';
import { Receipts } from '../messages/receipts';
import { RetryMessage } from '../messages/retry-message';
import { StatusHistory } from '../messages/status-history';
import { useInstance } from '../use-instance';
import { BatchPreview } from './preview';
import { t } from './texts';

interface MessageSheetProps {
  id: string;
  ids: readonly string[];
  known: Message | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function MessageSheet({ id, ids, known, onOpen, onClose }: MessageSheetProps) {
  const trpc = useTRPC();
  const { id: instanceId } = useInstance();
  const input = { instance_id: instanceId, message_id: id };
  const query = useQuery(trpc.whatsapp.messages.get.queryOptions(input, { enabled: known === undefined }));
  const of = known ?? query.data;
  const title = of?.to?.name ?? of?.metadata['recipient'] ?? t('message');
  return (
    <DetailSheet title={title} id={id} ids={ids} onOpen={onOpen} onClose={onClose}>
      {of ? (
        <Detail of={of} />
      ) : (
        <Content query={query} what={t('messageNoun')} loading={<Loading shape="text" rows={3} />}>
          {() => null}
        </Content>
      )}
    </DetailSheet>
  );
}

function Detail({ of }: { of: Message }) {
  const { id: ws } = useWorkspace();
  const input = { instance_id: of.instance_id, message_id: of.id };
  return (
    <div className="wa-stack">
      <RetryMessage of={of} />
      <DetailList>
        <dt>{t('status')}</dt>
        <dd>
          <Tag tone={STATUSES[of.status].tone} dot>
            {STATUSES[of.status].label}
          </Tag>
        </dd>
        <dt>{t('recipient')}</dt>
        <dd className="numbers">{of.metadata['recipient'] ?? of.to?.phone}</dd>
        {of.client_reference !== null && (
          <>
            <dt>{t('reference')}</dt>
            <dd className="mono">{of.client_reference}</dd>
          </>
        )}
        <dt>{t('id')}</dt>
        <dd>
          <CopyId id={of.id} />
        </dd>
      </DetailList>
      <div className="wa-line">
        <Link
          to="/w/$ws/whatsapp/$instance/chats"
          params={{ ws, instance: of.instance_id }}
          search={{ chat: of.chat_id, message: of.id }}
          className="copy-button"
        >
          {t('openChat')}
        </Link>
        <CopyAsCode operation="whatsapp_messages_get" input={input} />
      </div>
      <BatchPreview content={of.content} />
      <Card title={t('timeline')}>
        <StatusHistory of={of} />
        <Receipts of={of} />
      </Card>
    </div>
  );
}
