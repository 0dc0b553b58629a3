import type { ReactNode } from 'react';

import { formatCount } from '../../ui/format';
import { Note } from '../../ui/tag';
import type { Webhook } from './labels';

interface LeftOutProps {
  of: Pick<Webhook, 'warnings'>;
  what: 'webhook' | 'rule';
  children?: ReactNode;
}

/** Event types that a pattern matches and that are not sent, because the person who set it may not read them. */
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
