import { Link } from '@tanstack/react-router';

import { useCan, useHasRole, useWorkspace } from '../../ui/shell/workspace';
import type { Step } from './progress';
import { t } from './texts';

import './overview.css';

interface NextStepProps {
  step: Step;
  isSending: boolean;
  onSend: () => void;
}

export function NextStep({ step, isSending, onSend }: NextStepProps) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const mayInvite = useHasRole('owner', 'admin');
  switch (step) {
    case 'send_message':
      return (
        can('whatsapp.messages:send') && (
          <button type="button" className="bare overview-try" aria-expanded={isSending} onClick={onSend}>
            {t('tryIt')}
          </button>
        )
      );
    case 'receive_webhook':
      return (
        <Link to="/w/$ws/webhooks/inbox" params={{ ws }}>
          {t('openInbox')}
        </Link>
      );
    case 'track_click':
      return (
        can('links:write') && (
          <Link to="/w/$ws/links" params={{ ws }} search={{ create: true }}>
            {t('createLink')}
          </Link>
        )
      );
    case 'invite_colleague':
      return (
        mayInvite && (
          <Link to="/w/$ws/settings/members" params={{ ws }}>
            {t('openMembers')}
          </Link>
        )
      );
    default:
      return null;
  }
}
