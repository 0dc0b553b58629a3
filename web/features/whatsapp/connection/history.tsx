import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Time } from '../../../ui/time';
import { STATUS_LABELS, type Instance } from '../labels';
import { REASONS } from '../reasons/labels';
import { t } from './texts';

export function History({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.whatsapp.instances.get_status.queryOptions({ instance_id: of.id }));
  return (
    <Card title={t('recentChanges')}>
      <Content query={query} what={t('instance')} loading={<Loading shape="text" rows={4} />}>
        {({ history }) =>
          history.length === 0 ? (
            <p className="wa-text dimmed">
              {t.rich('statusSince', {
                status: STATUS_LABELS[of.status].label,
                time: () => <Time at={of.status_changed_at} />,
              })}
            </p>
          ) : (
            <ol className="wa-history">
              {history.map(({ status, reason, at }) => (
                <li key={`${at} ${status}`} data-tone={STATUS_LABELS[status].tone}>
                  <span className="dot" aria-hidden />
                  <span>
                    {reason === null
                      ? STATUS_LABELS[status].label
                      : t.rich('statusReason', {
                          status: STATUS_LABELS[status].label,
                          text: REASONS[reason].short,
                          reason: (text) => <span className="dimmed">{text}</span>,
                        })}
                  </span>
                  <span className="dimmed">
                    <Time at={at} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Content>
    </Card>
  );
}
