import { Link } from '@tanstack/react-router';

import { formatCount } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { STATUS_LABELS, type Instance } from '../whatsapp/labels';
import { needsHuman, REASONS, remedyOf } from '../whatsapp/reasons/labels';
import { useDrivers } from '../whatsapp/use-drivers';
import { useInstances } from '../whatsapp/use-instances';
import { useWhatsAppUpdates } from '../whatsapp/use-whatsapp-updates';

const LIMIT = 3;

const STEPS = {
  pair: 'Show the code',
  reconnect: 'Connect it',
  fix_credentials: 'Fix its credentials',
  none: 'See what happened',
} satisfies Record<ReturnType<typeof remedyOf>, string>;

export function UnhealthyInstances() {
  const { id: ws } = useWorkspace();
  useWhatsAppUpdates();
  const drivers = useDrivers();
  const stepOf = (of: Instance) =>
    remedyOf(
      of,
      drivers?.find(({ driver }) => driver === of.driver),
    );
  const unhealthy = useInstances().filter((instance) => needsHuman(instance));
  return (
    <>
      {unhealthy.slice(0, LIMIT).map((instance) => (
        <Note key={instance.id} tone={instance.status === 'failed' ? 'error' : 'warning'}>
          The WhatsApp instance “{instance.name}”: {wordsOf(instance)}.{' '}
          <Link
            to={`/w/$ws/whatsapp/$instance/${stepOf(instance) === 'fix_credentials' ? 'settings' : 'connection'}`}
            params={{ ws, instance: instance.id }}
          >
            {STEPS[stepOf(instance)]}
          </Link>
        </Note>
      ))}
      {unhealthy.length > LIMIT && (
        <Note tone="warning">
          {formatCount(unhealthy.length - LIMIT, 'more instance waits', 'more instances wait')} for a person.{' '}
          <Link to="/w/$ws/whatsapp/instances" params={{ ws }}>
            All instances
          </Link>
        </Note>
      )}
    </>
  );
}

const wordsOf = ({ status, status_reason: reason }: Instance): string =>
  `${STATUS_LABELS[status].label.toLowerCase()}${reason === null ? '' : `, ${REASONS[reason].short}`}`;
