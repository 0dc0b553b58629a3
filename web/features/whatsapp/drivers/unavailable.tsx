import { CopyButton } from '../../../ui/code/copy';
import { commandsIn, InlineCode } from '../../../ui/code/inline-code';
import { Note } from '../../../ui/tag';
import type { Driver } from '../labels';
import { t } from './texts';

/** Why this server cannot use a driver, with the command that changes it. */
export function Unavailable({ of }: { of: Driver }) {
  const reason = of.reason ?? t('notOnServer');
  return (
    <Note tone="neutral">
      <InlineCode text={reason} />
      {commandsIn(reason).map((command) => (
        <div key={command} className="wa-command">
          <CopyButton text={command} label={t('copyCommand')} />
        </div>
      ))}
    </Note>
  );
}
