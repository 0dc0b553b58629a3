import { useState } from 'react';

import { Tag, type Tone } from '../tag';
import { useServerDown } from './server-down';
import type { OwnWorkspace } from './workspace';

interface Warning {
  tone: Tone;
  label: string;
  text: string;
}

/** The most severe thing that is wrong, in the header; a click says more. */
export function WarningSlot({ workspace }: { workspace: OwnWorkspace | undefined }) {
  const isDown = useServerDown();
  const [isOpen, setIsOpen] = useState(false);
  const [warning] = warningsOf(workspace, isDown);
  if (!warning) return null;

  return (
    <>
      <button
        type="button"
        className="header-button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        style={{ fontWeight: 400 }}
      >
        <Tag tone={warning.tone}>{warning.label}</Tag>
      </button>
      <span role="status" className={isOpen ? 'dimmed truncate' : 'visually-hidden'} style={{ fontSize: 13 }}>
        {warning.text}
      </span>
    </>
  );
}

function warningsOf(workspace: OwnWorkspace | undefined, isDown: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (workspace?.state === 'suspended') {
    const reason = workspace.suspended_reason ? ` Reason: ${workspace.suspended_reason}` : '';
    warnings.push({
      tone: 'error',
      label: 'Suspended',
      text: `This workspace can be read, not changed, and its keys are refused.${reason}`,
    });
  }
  if (isDown) {
    warnings.push({ tone: 'error', label: 'Server unreachable', text: 'Switchboard does not answer. Trying again.' });
  }
  if (!window.isSecureContext) {
    warnings.push({
      tone: 'warning',
      label: 'Plain http',
      text: 'Passwords, cookies and keys cross the network readable. Put TLS in front and set BASE_URL.',
    });
  }
  return warnings;
}
