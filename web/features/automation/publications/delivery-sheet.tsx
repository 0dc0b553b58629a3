import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { issueText } from '../../../i18n/labels';
import { useTRPC } from '../../../trpc';
import { CodeBlock } from '../../../ui/code/code-block';
import { CopyId } from '../../../ui/code/copy';
import { InlineCode } from '../../../ui/code/inline-code';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { DetailSheet } from '../../../ui/detail/detail-sheet';
import { formatMoment } from '../../../ui/format';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { StateTag } from '../state-tag';
import { useChannelName } from '../use-channels';
import { useRecipientNames } from '../use-recipient-names';
import { DeliveryActions } from './delivery-actions';
import { DeliveryState } from './delivery-table';
import { DELIVERY_STATUSES, type PublicationDelivery } from './labels';
import { t } from './texts';
import { usePublicationNames } from './use-publication-names';

import '../automation.css';

interface DeliverySheetProps {
  id: string;
  ids: readonly string[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function DeliverySheet(props: DeliverySheetProps) {
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.publication_deliveries.get.queryOptions({ delivery_id: props.id }));
  return (
    <DetailSheet title={t('delivery')} {...props}>
      <Content query={query} what={t('theDelivery')} loading={<Loading shape="text" />}>
        {(delivery) => <DeliveryView key={delivery.id} of={delivery} />}
      </Content>
    </DetailSheet>
  );
}

function DeliveryView({ of }: { of: PublicationDelivery }) {
  const { id: ws } = useWorkspace();
  const channelName = useChannelName();
  const name = useRecipientNames([of])(of);
  const publicationName = usePublicationNames([of.publication_id]);
  const times = [
    [t('delivery_sent'), of.sent_at],
    [t('delivery_delivered'), of.delivered_at],
    [t('delivery_read'), of.read_at],
  ] as const;
  return (
    <div className="automation-stack">
      <DeliveryState of={of} />
      {of.error !== null && <Failure of={of.error} />}
      <DeliveryActions of={of} name={name} />
      <DetailList>
        <Detail name={t('delivery')}>
          <CopyId id={of.id} />
        </Detail>
        <Detail name={t('aPublication')}>
          <Link to="/w/$ws/automation/publications/$publication" params={{ ws, publication: of.publication_id }}>
            {publicationName(of.publication_id) ?? of.publication_id}
          </Link>
        </Detail>
        <Detail name={t('recipient')}>
          {name !== of.to && <>{name} · </>}
          <span className="mono">{of.to}</span>
        </Detail>
        <Detail name={t('channel')}>
          {channelName(of.channel)}
          {of.instance_id !== null && (
            <>
              {' '}
              ·{' '}
              <Link to="/w/$ws/o/$id" params={{ ws, id: of.instance_id }}>
                {t('instance')}
              </Link>
            </>
          )}
        </Detail>
        {of.attempts > 0 && <Detail name={t('attempts')}>{of.attempts}</Detail>}
        {of.next_attempt_at !== null && (
          <Detail name={t('nextAttempt')}>
            <Time at={of.next_attempt_at} />
          </Detail>
        )}
        {times.map(
          ([what, at]) =>
            at !== null && (
              <Detail key={what} name={what}>
                {formatMoment(at)}
              </Detail>
            ),
        )}
      </DetailList>
      <Parts of={of} />
    </div>
  );
}

function Parts({ of }: { of: PublicationDelivery }) {
  if (of.parts.length === 0) return null;
  return (
    <section aria-label={t('parts')}>
      <h3 className="pub-heading">{t('parts')}</h3>
      <ol className="pub-parts">
        {of.parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other name than their place
          <li key={at}>
            <span>{part.type}</span>
            <StateTag of={DELIVERY_STATUSES[part.status]} />
            <Reference id={part.reference} instanceId={of.instance_id} />
            {part.error !== null && (
              <span className="automation-bad">
                <InlineCode text={issueText(part.error.message)} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Reference({ id, instanceId }: { id: string | null; instanceId: string | null }) {
  const { id: ws } = useWorkspace();
  const maySeeMessages = useCan()('whatsapp.messages:read');
  if (id === null) return <span className="dimmed">{t('notSentYet')}</span>;
  if (id.startsWith('msg_')) {
    if (instanceId === null || !maySeeMessages) return <span className="mono">{id}</span>;
    return (
      <Link
        to="/w/$ws/whatsapp/$instance/tester"
        params={{ ws, instance: instanceId }}
        search={{ message: id }}
        className="mono"
      >
        {id}
      </Link>
    );
  }
  return (
    <Link to="/w/$ws/o/$id" params={{ ws, id }} className="mono">
      {id}
    </Link>
  );
}

function Failure({ of }: { of: NonNullable<PublicationDelivery['error']> }) {
  return (
    <Note tone="error">
      <InlineCode text={issueText(of.message)} /> <span className="mono">{of.code}</span>
      {of.retryable && <div>{t('retryableError')}</div>}
      {of.provider !== null && (
        <CodeBlock code={JSON.stringify(of.provider, null, 2)} language="json" label={t('providerError')} />
      )}
    </Note>
  );
}
