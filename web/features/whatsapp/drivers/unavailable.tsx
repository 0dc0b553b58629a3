import { CopyButton } from '../../../ui/code/copy';
import { commandsIn, InlineCode } from '../../../ui/code/inline-code';
import { Note } from '../../../ui/tag';
import type { Driver } from '../labels';

/** Why this server cannot use a driver, with the command that changes it. */
export function Unavailable({ of }: { of: Driver }) {
  const reason = of.reason ?? 'This server does not have the driver.';
  return (
    <Note tone="neutral">
      <InlineCode text={reason} />
      {commandsIn(reason).map((command) => (
        <div key={command} className="wa-command">
          <CopyButton text={command} label="Copy command" />
        </div>
      ))}
    </Note>
  );
}
