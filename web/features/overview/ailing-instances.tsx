import { Link } from '@tanstack/react-router';

import { formatCount } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { useInstances } from '../whatsapp/use-instances';
import { useWhatsAppNews } from '../whatsapp/use-whatsapp-news';
import { needsHuman, REASONS, remedyOf, STATUS_WORDS, type Instance } from '../whatsapp/words';

const MOST = 3;

const STEPS = {
  pair: 'Show the code',
  reconnect: 'Connect it',
  fix_credentials: 'Fix its credentials',
  none: 'See what happened',
} satisfies Record<ReturnType<typeof remedyOf>, string>;

/** WhatsApp instances that wait for a person, each with what to do. */
export function AilingInstances() {
  const { id: ws } = useWorkspace();
  useWhatsAppNews();
  const ailing = useInstances().filter((instance) => needsHuman(instance));
  return (
    <>
      {ailing.slice(0, MOST).map((instance) => (
        <Note key={instance.id} tone={instance.status === 'failed' ? 'error' : 'warning'}>
          The WhatsApp instance “{instance.name}”: {wordsOf(instance)}.{' '}
          <Link
            to={`/w/$ws/whatsapp/$instance/${remedyOf(instance) === 'fix_credentials' ? 'settings' : 'connection'}`}
            params={{ ws, instance: instance.id }}
          >
            {STEPS[remedyOf(instance)]}
          </Link>
        </Note>
      ))}
      {ailing.length > MOST && (
        <Note tone="warning">
          {formatCount(ailing.length - MOST, 'more instance waits', 'more instances wait')} for a person.{' '}
          <Link to="/w/$ws/whatsapp" params={{ ws }}>
            All instances
          </Link>
        </Note>
      )}
    </>
  );
}

const wordsOf = ({ status, status_reason: reason }: Instance): string =>
  `${STATUS_WORDS[status].label.toLowerCase()}${reason === null ? '' : `, ${REASONS[reason].short}`}`;
