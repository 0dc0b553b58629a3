import { useInfiniteQuery } from '@tanstack/react-query';

import { byCursor, useTRPC, type Outputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { reloadQueries } from '../../../ui/live/reload-queries';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Time } from '../../../ui/time';
import { nameOfPerson, recipientOf } from '../party';
import { STATUSES, type Message } from './labels';
import { t } from './texts';
import { useInstanceUpdates } from './use-message-updates';

/** Only the first receipt of each status is an event that would reload them. */
const RELOAD_MS = 10_000;

/** Receipts of each participant, for a message of the account to a group. */
export function Receipts({ of }: { of: Message }) {
  return of.group_id !== null && of.direction === 'outbound' ? <GroupReceipts of={of} /> : null;
}

function GroupReceipts({ of }: { of: Message }) {
  const trpc = useTRPC();
  const input = { instance_id: of.instance_id, message_id: of.id };
  const options = trpc.whatsapp.messages.list_receipts.infiniteQueryOptions(input, byCursor);
  const query = useInfiniteQuery({ ...options, refetchInterval: RELOAD_MS });
  useInstanceUpdates(of.instance_id, async (ids) => {
    if (ids.has(of.id)) await reloadQueries(options.queryKey);
  });
  return (
    <section aria-label={t('receipts')}>
      <div className="message-receipts-head">
        <strong>{t('receipts')}</strong>
        <CopyAsCode operation="whatsapp_messages_list_receipts" input={input} />
      </div>
      <Content query={query} what={t('receiptsNoun')} loading={<Loading shape="text" rows={2} />}>
        {(data) => (
          <>
            {rowsOf(data).length === 0 && <p className="dimmed">{t('noReceipts')}</p>}
            <ul className="message-history">
              {rowsOf(data).map((receipt) => (
                <li key={recipientOf(receipt.party)}>
                  <strong>{nameOfPerson(receipt.party)}</strong>
                  <Times of={receipt} />
                </li>
              ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Content>
    </section>
  );
}

type Receipt = Outputs['whatsapp']['messages']['list_receipts']['data'][number];

function Times({ of }: { of: Receipt }) {
  const times = [
    ['delivered', of.delivered_at],
    ['read', of.read_at],
    ['played', of.played_at],
    ['failed', of.failed_at],
  ] as const;
  return times.map(
    ([status, at]) =>
      at !== null && (
        <span key={status} className="dimmed">
          {STATUSES[status].label} <Time at={at} />
        </span>
      ),
  );
}
