import { Button } from '@mantine/core';
import { IconCompass, IconFilterOff, IconLock, IconPlugX, IconX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { lazyWhenIdle } from '../lazy-parts';
import { codeOf, isCode, problemOf, errorText, titleOf } from '../problem';
import { t } from '../texts';
import { Advice } from './advice';
import { Loading } from './loading';

const ReportLine = lazyWhenIdle(async () => (await import('./report')).ReportLine);

interface StateProps {
  icon?: Icon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
  isPage?: boolean;
}

export function State({ icon: StateIcon, title, children, actions, alert = false, isPage = false }: StateProps) {
  return (
    <div className="state card" role={alert ? 'alert' : undefined}>
      {StateIcon && (
        <span className="state-icon" aria-hidden>
          <StateIcon size={20} stroke={1.6} />
        </span>
      )}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  );
}

export function Empty({ icon, title, children, actions }: StateProps) {
  return (
    <State {...(icon ? { icon } : {})} title={title} actions={actions}>
      <p>{children}</p>
    </State>
  );
}

interface NoMatchProps {
  filters: readonly { label: string; remove: () => void }[];
  onClear: () => void;
}

export function NoMatch({ filters, onClear }: NoMatchProps) {
  return (
    <State
      icon={IconFilterOff}
      title={t('noMatch')}
      actions={
        <Button variant="default" size="xs" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    >
      <div className="chips">
        {filters.map(({ label, remove }) => (
          <button
            key={label}
            type="button"
            className="bare chip"
            onClick={remove}
            aria-label={t('removeFilter', { filter: label })}
          >
            {label}
            <IconX size={13} aria-hidden />
          </button>
        ))}
      </div>
    </State>
  );
}

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  isPage?: boolean;
}

export function ErrorState({ error, onRetry, isPage = false }: ErrorStateProps) {
  const problem = problemOf(error);
  const code = codeOf(error);
  const title = problem ? titleOf(problem) : t('noAnswer');
  const says = errorText(error);
  return (
    <State
      icon={IconPlugX}
      title={title}
      alert
      isPage={isPage}
      actions={
        onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )
      }
    >
      <p>
        {says !== title && says} {code && <Advice code={code} isOwnCall />}
      </p>
      <ReportLine error={error} />
    </State>
  );
}

export function Forbidden({ role, need, children }: { role?: string; need?: string; children?: ReactNode }) {
  return (
    <State icon={IconLock} title={t('forbidden')}>
      <p>
        {role && `${t('yourRole', { role })} `}
        {need} {t('askOwner')}
      </p>
      {children}
    </State>
  );
}

interface NotFoundProps {
  what?: string;
  actions?: ReactNode;
  isPage?: boolean;
}

/** The API answers the same for unknown objects and those of other workspaces. */
export function NotFound({ what, actions, isPage = false }: NotFoundProps) {
  return (
    <State
      icon={IconCompass}
      title={what === undefined ? t('notFound') : t('objectNotFound', { what })}
      actions={actions}
      isPage={isPage}
    >
      <p>{t('notFoundHelp')}</p>
    </State>
  );
}

interface ContentProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  loading?: ReactNode;
  what?: string;
  actions?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Old data stays when a reload fails. */
export function Content<T>({ query, loading, what, actions, children }: ContentProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return loading ?? <Loading />;
  if (isCode(error, 'not_found', 'route_not_found'))
    return <NotFound {...(what === undefined ? {} : { what })} actions={actions} />;
  if (isCode(error, 'insufficient_role', 'insufficient_scope')) return <Forbidden />;
  return <ErrorState error={error} onRetry={() => refetch()} />;
}
