import type { ReactNode } from 'react';

import { PageCode, type CodeCall } from './code/copy-as-code';
import { CardTitle, HeaderCalls, useHeaderCalls } from './code/header-calls';
import { MoreMenu } from './menu/lazy-more-menu';
import type { MenuActions } from './menu/menu-action';
import { usePageTitle } from './page-title';

interface PageProps {
  title: string;
  aside?: ReactNode;
  lead?: ReactNode;
  /** The one primary button, and what else is used all the time. */
  actions?: ReactNode;
  /** What is rare, or cannot be undone: the “…” menu. */
  more?: MenuActions;
  /** The calls of this page, to copy as code with those of its parts: one `</>`, and the shortcut `.`. */
  code?: CodeCall | readonly CodeCall[];
  context?: string | undefined;
  children: ReactNode;
}

export function Page({ title, aside, lead, actions, more, code, context, children }: PageProps) {
  const heading = usePageTitle(title, context);
  const [ofParts, add] = useHeaderCalls();
  const calls = [...(code === undefined ? [] : 'operation' in code ? [code] : code), ...ofParts];
  const hasActions = Boolean(actions) || calls.length > 0 || more?.some(Boolean);
  return (
    <HeaderCalls value={add}>
      <div className="page-head">
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {aside}
          {lead && (
            <div className="page-lead">
              <div>{lead}</div>
            </div>
          )}
        </div>
        {hasActions && (
          <div className="page-actions">
            {calls.length > 0 && <PageCode calls={calls} />}
            {more && <MoreMenu actions={more} />}
            {actions}
          </div>
        )}
      </div>
      {children}
    </HeaderCalls>
  );
}

interface CardProps {
  title?: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, aside, actions, flush = false, children }: CardProps) {
  return (
    <CardTitle value={typeof title === 'string' ? title : undefined}>
      <section className="card">
        {title !== undefined && (
          <div className="card-head">
            <div className="page-title">
              <h2 style={{ margin: 0 }}>{title}</h2>
              {aside}
            </div>
            {actions && <div className="page-actions">{actions}</div>}
          </div>
        )}
        {flush ? children : <div className="card-body">{children}</div>}
      </section>
    </CardTitle>
  );
}
