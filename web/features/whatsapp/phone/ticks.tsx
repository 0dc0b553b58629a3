import { IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock, IconQuestionMark } from '@tabler/icons-react';

import { STATUSES, type MessageStatus } from '../messages/labels';

const SIGNS = {
  scheduled: IconClock,
  queued: IconClock,
  sending: IconClock,
  unconfirmed: IconQuestionMark,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  played: IconChecks,
  failed: IconAlertTriangle,
  canceled: IconBan,
  received: undefined,
} satisfies Record<MessageStatus, unknown>;

export function Ticks({ status }: { status: MessageStatus }) {
  const Sign = SIGNS[status];
  if (!Sign) return null;
  return (
    <span className="ticks" data-status={status}>
      <Sign size={14} stroke={1.8} aria-hidden />
      <span className="ticks-word">{STATUSES[status].label}</span>
    </span>
  );
}
