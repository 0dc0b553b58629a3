import type { ClickRecord } from '../../../server/links/clicks/journal/record';
import { dayOf } from '../../../server/links/clicks/rollups/dimensions';
import { createSalts } from '../../../server/links/clicks/salts';
import { newId } from '../../../shared/ids';
import type { startServer } from '../../support/app';

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'services'>;
type LinkOfTest = { id: string; domain_id: string; url: string; tag_ids: string[] };

export const AGENTS = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
};

/** A click as the redirect records it, at a time of the test’s choice. */
export const clickOn = (workspaceId: string, link: LinkOfTest, change: Partial<ClickRecord> = {}): ClickRecord => ({
  id: newId('clk'),
  workspaceId,
  domainId: link.domain_id,
  linkId: link.id,
  linkVersion: 1,
  tagIds: link.tag_ids,
  at: Date.now(),
  address: '192.0.2.1',
  userAgent: AGENTS.chrome,
  referrer: '',
  language: 'en',
  country: null,
  query: '',
  destination: link.url,
  targetKey: null,
  trigger: 'link',
  class: 'human',
  used: false,
  interest: 0,
  ...change,
});

/** Has clicks recorded and counted. */
export async function recordClicks({ services }: Server, clicks: readonly ClickRecord[]): Promise<void> {
  // Days that are long over have no salt any more.
  const days = [...new Set(clicks.map(({ at }) => dayOf(at)))];
  await createSalts(services.store, services.secretKey, days, new Date());
  await Promise.all(clicks.map((click) => services.clicks.record(click)));
  await services.clicks.drained();
}
