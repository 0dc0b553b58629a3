import { IconCopy, IconPlayerStop, IconRefresh, IconSend } from '@tabler/icons-react';

import { copyText } from '../../../ui/clipboard';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useCan } from '../../../ui/shell/workspace';
import { toast } from '../../../ui/toast/toast';
import { mayCancel, mayResend, mayRetry, type Delivery } from './labels';
import { t } from './texts';
import { useDeliveryActions } from './use-actions';

/** What the menu of a row in the list does. */
export function useRowActions(): (delivery: Delivery) => MenuActions {
  const mayWrite = useCan()('webhooks:write');
  const { retry, resend, cancel } = useDeliveryActions();
  return (of) => {
    const input = { delivery_id: of.id };
    return [
      mayWrite && mayRetry(of) && { label: t('retryNow'), icon: IconRefresh, onClick: () => retry.mutate(input) },
      mayWrite && mayResend(of) && { label: t('resend'), icon: IconSend, onClick: () => resend.mutate(input) },
      {
        label: t('copyId'),
        icon: IconCopy,
        onClick: () => void copyText(of.id).then((isCopied) => isCopied && toast(t('idCopied'))),
      },
      mayWrite &&
        mayCancel(of) && {
          label: t('cancel'),
          icon: IconPlayerStop,
          isDangerous: true,
          onClick: () => cancel.mutate(input),
        },
    ];
  };
}
