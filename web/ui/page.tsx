import { useEffect, useRef, type ReactNode } from 'react';

/** The first page keeps the focus where the browser put it. */
let shown = 0;

export function usePageTitle(title: string, context?: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, context, 'Switchboard'].filter(Boolean).join(' · ');
  }, [title, context]);
  useEffect(() => {
    if (shown > 0) heading.current?.focus({ preventScroll: true });
    shown += 1;
  }, []);
  return heading;
}

interface PageProps {
  title: string;
  aside?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  context?: string | undefined;
  children: ReactNode;
}

export function Page({ title, aside, lead, actions, context, children }: PageProps) {
  const heading = usePageTitle(title, context);
  return (
    <>
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
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
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
  );
}
