import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Time } from '../../../ui/time';
import { REASONS, STATUS_LABELS, type Instance } from '../labels';

export function History({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.whatsapp.instances.get_status.queryOptions({ instance_id: of.id }));
  return (
    <Card title="Last states">
      <Content query={query} what="instance" loading={<Loading shape="text" rows={4} />}>
        {({ history }) =>
          history.length === 0 ? (
            <p className="wa-text dimmed">
              {STATUS_LABELS[of.status].label} since <Time at={of.status_changed_at} />. Changes are listed here.
            </p>
          ) : (
            <ol className="wa-history">
              {history.map(({ status, reason, at }) => (
                <li key={`${at} ${status}`} data-tone={STATUS_LABELS[status].tone}>
                  <span className="dot" aria-hidden />
                  <span>
                    {STATUS_LABELS[status].label}
                    {reason !== null && <span className="dimmed">: {REASONS[reason].short}</span>}
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
