import { IconCheck } from '@tabler/icons-react';

import type { Outputs } from '../../trpc';

export type Overview = Outputs['workspaces']['get_overview'];

export type Step = Overview['checklist'][number]['step'];

export const STEPS: Record<Step, string> = {
  create_key: 'Create a key',
  first_request: 'Make a call',
  send_message: 'Send a message',
  receive_webhook: 'Receive a webhook',
  track_click: 'Follow a short link',
  invite_colleague: 'Invite a colleague',
};

export function Progress({ of }: { of: Overview }) {
  const done = of.checklist.filter((step) => step.done).length;
  return (
    <ol className="overview-steps" aria-label={`${done} of ${of.checklist.length} steps done`}>
      {of.checklist.map(({ step, done: isDone }) => (
        <li key={step} data-done={isDone}>
          {isDone && <IconCheck size={13} aria-hidden />}
          {STEPS[step]}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
