import { lazyWhenIdle } from '../lazy-parts';

export type { CodeCall } from './operations';

const load = () => import('./code-button');

/** For rows and forms. A page gives its calls to `Page`, whose header has one sign for them. */
export const CopyAsCode = lazyWhenIdle(async () => (await load()).CopyAsCode);

/** The `</>` of a page’s header. */
export const PageCode = lazyWhenIdle(async () => (await load()).PageCode);
