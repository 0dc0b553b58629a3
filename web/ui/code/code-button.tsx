import { IconCode } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';

import { lazyPart, loadedAhead } from '../lazy-parts';
import { t } from '../texts';
import { useOperations, type CodeCall } from './operations';

import './code.css';
import '../menu/menu.css';

const load = async () => (await import('./copy-menu')).CopyMenu;
const CopyMenu = lazyPart(load);

export function CodeOfDialog(call: CodeCall) {
  return (
    <CodeButton className="copy-button" calls={[call]} title={undefined}>
      <IconCode size={14} aria-hidden />
      {t('copyAsCode')}
    </CodeButton>
  );
}

export function PageCode({ calls }: { calls: readonly CodeCall[] }) {
  return (
    <CodeButton className="icon-button icon-button-quiet" calls={calls} title={t('copyAsCode')}>
      <IconCode size={17} stroke={1.6} aria-hidden />
      <span className="visually-hidden">{t('copyAsCode')}</span>
    </CodeButton>
  );
}

interface CodeButtonProps {
  className: string;
  calls: readonly CodeCall[];
  title: string | undefined;
  children: ReactNode;
}

function CodeButton({ className, calls, title, children }: CodeButtonProps) {
  const operations = useOperations();
  const [isWanted, setIsWanted] = useState(false);
  const known = calls.flatMap((call) => {
    const operation = operations?.[call.operation];
    return operation ? [{ ...call, known: operation }] : [];
  });
  if (known.length === 0) return null;

  // The menu comes when somebody reaches for it.
  const button = (
    <button
      type="button"
      className={className}
      title={title}
      data-copies-code
      aria-haspopup="menu"
      aria-expanded={false}
      {...loadedAhead(load)}
      onClick={() => setIsWanted(true)}
    >
      {children}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <CopyMenu calls={known} className={className} title={title}>
        {children}
      </CopyMenu>
    </Suspense>
  );
}
