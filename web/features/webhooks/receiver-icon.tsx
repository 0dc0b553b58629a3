import { IconInbox } from '@tabler/icons-react';

import { hostIn } from '../../ui/icons/host';
import { HostIcon } from '../../ui/icons/host-icon';
import { isInbox } from './labels';

export function ReceiverIcon({ url }: { url: string }) {
  if (isInbox(url)) return <IconInbox className="host-icon" size={16} stroke={1.6} aria-hidden />;
  return <HostIcon host={hostIn(url) ?? url} />;
}
