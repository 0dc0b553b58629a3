import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { Avatar } from '../../../ui/icons/avatar';
import { reloadQueries } from '../../../ui/live/reload-queries';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { nameOfParty, STATUSES, summaryOf } from '../messages/labels';
import { useInstanceUpdates } from '../messages/use-message-updates';
import { STATES, type State } from './message-states';
import { t } from './texts';

const PAGE = 20;

interface FoundMessagesProps {
  instanceId: string;
  words?: string | undefined;
  state?: State | undefined;
  /** The message that is open. */
  currentId: string | undefined;
}

export function FoundMessages({ instanceId, words, state, currentId }: FoundMessagesProps) {
  const trpc = useTRPC();
  const input = { instance_id: instanceId, ...compact({ q: words, status: state && STATES[state] }) };
  const options = trpc.whatsapp.messages.list.infiniteQueryOptions(
    { ...input, limit: PAGE },
    { ...byCursor, placeholderData: keepPreviousData },
  );
  const query = useInfiniteQuery(options);
  useInstanceUpdates(instanceId, async () => {
    if (state !== undefined) await reloadQueries(options.queryKey);
  });
  const rows = query.data ? rowsOf(query.data) : [];
  return (
    <section className="chats-found" aria-label={t('foundMessages')}>
      <h2>{t('messages')}</h2>
      <Content query={query} loading={<Loading shape="text" rows={2} />}>
        {() =>
          rows.length === 0 ? (
            <div className="chats-nothing dimmed">{t('noMessageFound')}</div>
          ) : (
            <>
              <ul aria-label={t('foundMessages')}>
                {rows.map((row) => (
                  <li key={row.id}>
                    <Link
                      to="."
                      search={((old: object) => ({ ...old, chat: row.chat_id, message: row.id })) as never}
                      resetScroll={false}
                      className="chat-row"
                      aria-current={row.id === currentId ? 'page' : undefined}
                    >
                      <Avatar name={nameOfParty(row.from)} seed={row.from.contact_id ?? row.chat_id} size={36} />
                      <span className="chat-row-lines">
                        <span className="chat-row-head">
                          <span className="truncate chat-row-title">{nameOfParty(row.from)}</span>
                          <Time at={row.created_at} />
                        </span>
                        <span className="chat-row-last">
                          <span className="truncate">{summaryOf(row)}</span>
                          {state !== undefined && (
                            <Tag tone={STATUSES[row.status].tone}>{STATUSES[row.status].label}</Tag>
                          )}
                        </span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <LoadMore query={query} />
            </>
          )
        }
      </Content>
    </section>
  );
}
