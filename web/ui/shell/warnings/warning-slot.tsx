import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { Tag } from '../../tag';
import { useServerDown } from '../server-down';
import { useRetry } from '../use-retry';
import type { MemberWorkspace } from '../workspace';
import { useInstanceCauses } from './instance-causes';
import { t } from './texts';
import { useUnhealthyWebhooks, useDisabledRules, useExpiringKeys, warningsOf, type Warning } from './warning-list';

import './warnings.css';

interface WarningSlotProps {
  workspace: MemberWorkspace | undefined;
  isAdmin: boolean;
}

export function WarningSlot({ workspace, isAdmin }: WarningSlotProps) {
  const isDown = useServerDown();
  const seconds = useRetry(isDown);
  const keys = useExpiringKeys(workspace);
  const webhooks = useUnhealthyWebhooks(workspace);
  const rules = useDisabledRules(workspace);
  const causes = useInstanceCauses(isAdmin);
  const warnings = warningsOf({ workspace, isDown, seconds, causes, keys, webhooks, rules });
  const [isOpen, setIsOpen] = useState(false);
  const slot = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !slot.current?.contains(event.target)) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  const [worst, ...rest] = warnings;
  return (
    <div ref={slot} className="warning-slot">
      {/* Rendered before there is a warning, so that screen readers announce the first one. */}
      <span role="status" className="visually-hidden">
        {worst && `${worst.label}. ${worst.text}`}
      </span>
      {worst && (
        <button
          ref={button}
          type="button"
          className="header-button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconAlertTriangle className="warning-mark" data-tone={worst.tone} size={18} stroke={1.6} aria-hidden />
          <Tag tone={worst.tone}>{worst.label}</Tag>
          {worst.note && <span className="dimmed numbers only-wide">{worst.note}</span>}
          {rest.length > 0 && <span className="warning-more">+{rest.length}</span>}
        </button>
      )}
      {worst && isOpen && (
        <ul className="warning-list" aria-label={t('warnings')}>
          {warnings.map((warning) => (
            <Item
              key={`${warning.label} ${warning.text}`}
              warning={warning}
              workspace={workspace}
              onFollow={() => setIsOpen(false)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ItemProps {
  warning: Warning;
  workspace: MemberWorkspace | undefined;
  onFollow: () => void;
}

function Item({ warning: { tone, label, text, note, keyId, webhookId, ruleId }, workspace, onFollow }: ItemProps) {
  return (
    <li>
      <Tag tone={tone}>{label}</Tag>
      <span>
        {text} {note}
      </span>
      {keyId !== undefined && workspace && (
        <Link to="/w/$ws/keys/$key" params={{ ws: workspace.id, key: keyId }} onClick={onFollow}>
          {t('openKey')}
        </Link>
      )}
      {webhookId !== undefined && workspace && (
        <Link to="/w/$ws/webhooks/$webhook" params={{ ws: workspace.id, webhook: webhookId }} onClick={onFollow}>
          {t('openWebhook')}
        </Link>
      )}
      {ruleId !== undefined && workspace && (
        <Link to="/w/$ws/automation/rules/$rule" params={{ ws: workspace.id, rule: ruleId }} onClick={onFollow}>
          {t('openRule')}
        </Link>
      )}
    </li>
  );
}
