import { useEffect, useRef, type ReactNode } from 'react';

/** Counts the pages shown in this tab; the first keeps the focus where the browser put it. */
let shown = 0;

/** Title of the document, and the focus on the heading after a navigation. */
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
  /** Beside the title: a status, an id. */
  aside?: ReactNode;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
  /** Name of the workspace or object, for the title of the document. */
  context?: string | undefined;
  children: ReactNode;
}

/** A page of the console: one `h1`, its actions, its content. */
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
  /** Beside the title. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** The content brings its own padding, such as a table. */
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
