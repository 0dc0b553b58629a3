import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useCopied } from '../../../ui/code/copy';
import { t } from './texts';

interface ValueProps {
  name: string;
  value: string;
  shown?: string;
}

export function CopyableValue({ name, value, shown = value }: ValueProps) {
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span className="mono">{shown}</span>
        <button type="button" className="copy-button" onClick={() => copy(value)}>
          <Icon size={13} aria-hidden />
          <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
          <span className="visually-hidden">{name}</span>
        </button>
      </dd>
    </>
  );
}

export const CopyableValues = ({ children }: { children: ReactNode }) => <dl className="connect-values">{children}</dl>;

export const Steps = ({ children }: { children: ReactNode }) => <ol className="connect-steps">{children}</ol>;

/** For `t.rich`: what stands on a button or a menu of the other tool. */
export const em = (text: ReactNode) => <em>{text}</em>;
