import type { ReactNode } from 'react';

import { formatList } from '../../ui/format';
import { Note } from '../../ui/tag';
import { t } from './health/texts';
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
        {t.rich('leftOut', {
          what,
          count: types.length,
          scopes: scopes.length,
          names: formatList(scopes),
          types: types.join(', '),
          code: (text) => <span className="mono">{text}</span>,
        })}
      </div>
      {children}
    </Note>
  ));
}
