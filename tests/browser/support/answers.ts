import type { Page, Request, Route } from '@playwright/test';

/** Who is signed in and where: without these no page begins. */
export const FRAME: readonly string[] = ['auth.status', 'account.get', 'workspaces.list'];

export interface Answers {
  /** Procedures whose answers the page waits for. */
  waiting: Set<string>;
  /** What waits fails, and whatever else is asked that was not let through; until `open`. */
  refuse: (how?: 'told' | 'cut') => void;
  /** Lets through what failed, now and later; what was never asked before waits again. */
  open: () => void;
}

export const REFUSAL = 'The disk of the server is full.';

/** Stands between the page and the server: what a page reads waits until somebody decides. */
export async function holdAnswers(page: Page, known: readonly string[] = FRAME): Promise<Answers> {
  const open = new Set(known);
  const waiting = new Set<string>();
  const failed = new Set<string>();
  let fate: 'held' | 'told' | 'cut' = 'held';
  let decided = Promise.withResolvers<void>();

  await page.route(
    (url) => url.pathname.startsWith('/trpc/') || url.pathname.endsWith('/openapi.json'),
    async (route) => {
      const request = route.request();
      const names = proceduresOf(request);
      const isOpen = () => names.every((name) => open.has(name));
      if (isStream(request) || isOfHeader(request)) return route.continue();
      const isHeld = () => fate === 'held' && !isOpen();
      while (isHeld()) {
        names.filter((name) => !open.has(name)).forEach((name) => waiting.add(name));
        await decided.promise;
      }
      if (isOpen()) return route.continue().catch(() => undefined);
      names.forEach((name) => failed.add(name));
      await (fate === 'cut' ? route.abort('connectionrefused') : refuse(route, names)).catch(() => undefined);
    },
  );

  const decide = () => {
    decided.resolve();
    decided = Promise.withResolvers<void>();
  };
  return {
    waiting,
    refuse: (how = 'told') => {
      fate = how;
      waiting.clear();
      decide();
    },
    open: () => {
      for (const name of [...failed, ...waiting]) open.add(name);
      fate = 'held';
      failed.clear();
      waiting.clear();
      decide();
    },
  };
}

const isStream = (request: Request): boolean => request.headers()['accept']?.includes('event-stream') ?? false;

/** The warnings above every page: they come late, and are nothing of the page. */
const isOfHeader = (request: Request): boolean => {
  const { pathname, searchParams } = new URL(request.url());
  if (pathname === '/trpc/instance.get_health') return true;
  return (
    /^\/trpc\/(?:keys|webhooks|automation\.rules)\.list$/.test(pathname) &&
    /^\{"0":\{"status":\[[^\]]+\],"limit":100\}\}$/.test(searchParams.get('input') ?? '')
  );
};

/** One or several of the typed door; the path of whatever else is asked. */
function proceduresOf(request: Request): string[] {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/trpc/') ? decodeURIComponent(pathname.slice('/trpc/'.length)).split(',') : [pathname];
}

function refuse(route: Route, names: readonly string[]): Promise<void> {
  const problem = {
    type: '/user/api/docs/errors#internal_error',
    title: 'Internal error',
    status: 500,
    code: 'internal_error',
    detail: REFUSAL,
    request_id: 'req_01jd9x3k2mf8v9q4zt7w5b6n0c',
  };
  const failure = { error: { message: REFUSAL, code: -32603, data: { httpStatus: 500, problem } } };
  const isBatch = new URL(route.request().url()).searchParams.has('batch');
  return route.fulfill({ status: 500, json: isBatch ? names.map(() => failure) : failure });
}
