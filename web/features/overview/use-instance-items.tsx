import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../ui/shell/workspace';
import { STATUS_LABELS, type Instance } from '../whatsapp/labels';
import { needsHuman, REASONS, remedyOf } from '../whatsapp/reasons/labels';
import { useDrivers } from '../whatsapp/use-drivers';
import { useInstanceList } from '../whatsapp/use-instances';
import { useWhatsAppUpdates } from '../whatsapp/use-whatsapp-updates';
import type { AttentionItem, AttentionSource } from './attention-items';
import { t } from './texts';

const actionOf = (remedy: ReturnType<typeof remedyOf>): string =>
  ({
    pair: t('showCode'),
    reconnect: t('connect'),
    fix_credentials: t('fixCredentials'),
    none: t('seeDetails'),
  })[remedy];

/** Instances that need a person, and those with messages that may not have been sent. */
export function useInstanceItems(): AttentionSource {
  const { id: ws } = useWorkspace();
  useWhatsAppUpdates();
  const drivers = useDrivers();
  const { instances, isLoading } = useInstanceList();
  const items = instances.flatMap<AttentionItem>((instance) => {
    const { id, name, health } = instance;
    const found: AttentionItem[] = [];
    if (needsHuman(instance)) {
      const remedy = remedyOf(
        instance,
        drivers?.find(({ driver }) => driver === instance.driver),
      );
      found.push({
        id,
        tone: instance.status === 'failed' ? 'error' : 'warning',
        text: t('instanceDown', { name, state: stateOf(instance) }),
        action: (
          <Link
            to={`/w/$ws/whatsapp/$instance/${remedy === 'fix_credentials' ? 'settings' : 'connection'}`}
            params={{ ws, instance: id }}
          >
            {actionOf(remedy)}
          </Link>
        ),
      });
    }
    if (health.unconfirmed > 0) {
      found.push({
        id: `${id} unconfirmed`,
        tone: 'warning',
        text: t('unconfirmed', { name, count: health.unconfirmed }),
        action: (
          <Link to="/w/$ws/whatsapp/$instance/chats" params={{ ws, instance: id }} search={{ state: 'unconfirmed' }}>
            {t('checkMessages')}
          </Link>
        ),
      });
    }
    return found;
  });
  return { items, isLoading };
}

const stateOf = ({ status, status_reason: reason }: Instance): string =>
  `${STATUS_LABELS[status].label.toLowerCase()}${reason === null ? '' : `, ${REASONS[reason].short}`}`;
