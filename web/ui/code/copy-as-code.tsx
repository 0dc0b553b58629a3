import { IconCode } from '@tabler/icons-react';
import { Suspense, useState } from 'react';

import { lazyPart } from '../lazy-parts';
import { t } from '../texts';
import { useOperations } from './operations';

import './code.css';

const load = async () => (await import('./copy-menu')).CopyMenu;
const CopyMenu = lazyPart(load);

interface CopyAsCodeProps {
  /** The operation id, such as `keys_create`. */
  operation: string;
  input: Record<string, unknown> | (() => Record<string, unknown>);
  label?: string;
  /** Only the sign, for rows; the label is its tooltip. */
  isSmall?: boolean;
}

export function CopyAsCode({ operation, input, label = t('copyAsCode'), isSmall = false }: CopyAsCodeProps) {
  const known = useOperations()?.[operation];
  const [isWanted, setIsWanted] = useState(false);
  if (!known) return null;

  const content = (
    <>
      <IconCode size={14} aria-hidden />
      {isSmall ? <span className="visually-hidden">{label}</span> : label}
    </>
  );
  // The menu comes when somebody reaches for it.
  const button = (
    <button
      type="button"
      className="copy-button"
      title={isSmall ? label : undefined}
      data-copies-code
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    >
      {content}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <CopyMenu operation={known} input={input}>
        {content}
      </CopyMenu>
    </Suspense>
  );
}
