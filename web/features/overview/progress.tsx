import { IconCircle, IconCircleCheck } from '@tabler/icons-react';

import type { Outputs } from '../../trpc';
import { t } from './texts';

export type Overview = Outputs['workspaces']['get_overview'];
export type Checklist = Overview['checklist'];
export type Step = Checklist[number]['step'];

export const stepName = (step: Step): string =>
  ({
    create_key: t('createKeyStep'),
    first_request: t('callStep'),
    send_message: t('messageStep'),
    receive_webhook: t('webhookStep'),
    track_click: t('clickStep'),
    invite_colleague: t('inviteStep'),
  })[step];

/** Inside of a sentence. */
export const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

export function Progress({ of }: { of: Checklist }) {
  const done = of.filter((step) => step.done).length;
  return (
    <div className="overview-progress">
      <div className="overview-count">
        <strong className="numbers">{t('progress', { done, count: of.length })}</strong>
        <meter aria-label={t('stepsDone', { done, count: of.length })} min={0} max={of.length} value={done} />
      </div>
      <ol className="overview-steps" aria-label={t('firstSteps')}>
        {of.map(({ step, done: isDone }) => (
          <li key={step} data-done={isDone}>
            {isDone ? <IconCircleCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
            {stepName(step)}
            {isDone && <span className="visually-hidden"> {t('done')}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
