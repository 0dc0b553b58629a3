import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { formatNumber, formatPercent } from '../format';
import { t } from './texts';

/** The numbers that a page is about, above everything else. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className="figures">{children}</dl>;

interface FigureProps {
  label: string;
  value: number | string;
  /** The same number in the period before. */
  before?: number | undefined;
  /** Growth is bad news, such as of failures. */
  isLessBetter?: boolean;
  note?: ReactNode;
}

export function Figure({ label, value, before, isLessBetter = false, note }: FigureProps) {
  return (
    <div className="figure card">
      <dt>{label}</dt>
      <dd>
        <div className="figure-value">{typeof value === 'number' ? formatNumber(value) : value}</div>
        <div className="figure-note">
          {typeof value === 'number' && before !== undefined && (
            <Change now={value} before={before} isLessBetter={isLessBetter} />
          )}
          {note}
        </div>
      </dd>
    </div>
  );
}

interface ChangeProps {
  now: number;
  before: number;
  isLessBetter?: boolean;
}

/** How much more or less it is than before: `↗ 12%`. */
export function Change({ now, before, isLessBetter = false }: ChangeProps) {
  if (now === 0 && before === 0) return null;
  const percent = before === 0 ? undefined : formatPercent(Math.abs(now - before) / before);
  if (percent === formatPercent(0)) return <span>{t('sameAsBefore')}</span>;
  const isMore = now > before;
  const Arrow = isMore ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className="change" data-tone={isMore === isLessBetter ? 'error' : 'success'}>
      <Arrow size={14} aria-hidden />
      <span aria-hidden>{percent ?? t('newSinceBefore')}</span>
      <span className="visually-hidden">
        {percent === undefined ? t('newSinceBefore') : t(isMore ? 'moreThanBefore' : 'lessThanBefore', { percent })}
      </span>
    </span>
  );
}
