import { useQueries } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import { t } from './texts';

import './links.css';

const DAYS = 30;
const AT_ONCE = 100;
const WIDTH = 72;
const HEIGHT = 20;

/** Clicks of each link per day, oldest first, in one call per hundred links; undefined while loading. */
export function useDaily(linkIds: readonly string[]): (linkId: string) => readonly number[] | undefined {
  const trpc = useTRPC();
  const isAllowed = useCan()('links.analytics:read');
  const groups = Array.from({ length: Math.ceil(linkIds.length / AT_ONCE) }, (_, index) =>
    linkIds.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const days = useQueries({
    queries: groups.map((ids) =>
      trpc.links.list_daily_clicks.queryOptions({ link_ids: ids, days: DAYS }, { enabled: isAllowed, retry: false }),
    ),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) => (data?.data ?? []).map(({ link_id: id, clicks }) => [id, clicks] as const)),
      ),
  });
  return (linkId) => days.get(linkId);
}

export function ClickSpark({ days }: { days: readonly number[] | undefined }) {
  if (!days) return <span className="links-spark" />;
  const max = Math.max(...days, 1);
  const sum = days.reduce((all, clicks) => all + clicks, 0);
  const words = t('clicksInDays', { count: sum, days: DAYS });
  const points = days.map((clicks, day) => {
    const x = (day / Math.max(1, days.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 1.5 - (clicks / max) * (HEIGHT - 3)).toFixed(1)}`;
  });
  return (
    <svg className="links-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words} data-some={sum > 0}>
      <title>{words}</title>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
