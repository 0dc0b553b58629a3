import type { Question } from '../../server/links/clicks/analytics/question';
import { DAY_MS } from '../../shared/durations';
import { benchId, WORKSPACE_ID } from './redirect-slugs';

interface Size {
  days: number;
  links: number;
  now: number;
}

/** What `analytics.ts` asks, by its name: of all links, of the one with the most clicks, of one with few, of many. */
export function questionsOf({ days, links: count, now }: Size): [name: string, question: Question][] {
  const rangeOf = (length: number, to: number): Question['range'] => ({
    from: to - length * DAY_MS,
    to,
    timezone: 'Europe/Berlin',
    granularity: 'day',
  });
  const ask = (change: Partial<Question>, length = days): Question => ({
    workspaceId: WORKSPACE_ID,
    range: rangeOf(length, now),
    previous: null,
    groupBy: 'total',
    bots: 'exclude',
    limit: 25,
    domainIds: null,
    linkIds: null,
    filters: [],
    now,
    rawSince: 0,
    ...change,
  });
  const compared = ask({ previous: rangeOf(30, now - 30 * DAY_MS) }, 30);
  const mobile = { filters: [{ dimension: 'device' as const, values: ['mobile'], isExcluded: false }] };

  const whose: [string, Partial<Question>][] = [
    ['workspace', {}],
    ['hottest link', { linkIds: [benchId('lnk', 0)] }],
    ['cold link', { linkIds: [benchId('lnk', count - 1)] }],
    ['100 links', { linkIds: Array.from({ length: 100 }, (_, index) => benchId('lnk', index * 7)) }],
  ];
  const groups = ['total', 'time', 'country', 'city', 'referrer', 'weekday_hour'] as const;
  return [
    ...whose.flatMap(([name, change]): [string, Question][] => [
      ...groups.map((groupBy): [string, Question] => [`${name}, by ${groupBy}`, ask({ ...change, groupBy })]),
      [`${name}, 30 days and those before`, { ...compared, ...change }],
    ]),
    ['workspace, top links', ask({ groupBy: 'link' })],
    ['workspace, top links of 7 days', ask({ groupBy: 'link' }, 7)],
    ['workspace, top destinations', ask({ groupBy: 'destination' })],
    ['workspace, mobiles of a day', ask({ ...mobile, groupBy: 'country' }, 1)],
    ['workspace, mobiles of 9 days', ask({ ...mobile, groupBy: 'country' }, 9)],
    ['hottest link, mobiles', ask({ ...mobile, groupBy: 'country', linkIds: [benchId('lnk', 0)] })],
  ];
}
