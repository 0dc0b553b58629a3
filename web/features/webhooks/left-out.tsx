import type { ReactNode } from 'react';

import { formatCount } from '../../ui/format';
import { Note } from '../../ui/tag';
import type { Webhook } from './labels';

interface LeftOutProps {
  of: Pick<Webhook, 'warnings'>;
  /** What the types do not reach. */
  what: 'webhook' | 'rule';
  children?: ReactNode;
}

/** Event types that a pattern stands for and that do not arrive, because whoever chose it could not read them. */
export function LeftOut({ of, what, children }: LeftOutProps) {
  return of.warnings.map(({ code, types, required_scopes: scopes }) => (
    <Note key={code} tone="warning">
      <div>
        This {what} does not receive {formatCount(types.length, 'event type')} that it asks for: whoever chose the
        events lacked {scopes.length === 1 ? 'the scope' : 'the scopes'}{' '}
        <span className="mono">{scopes.join(', ')}</span>. Not received:{' '}
        <span className="mono">{types.join(', ')}</span>
      </div>
      {children}
    </Note>
  ));
}
