import { lazyWhenIdle } from '../lazy-parts';

/** What to do about a refusal. The words for all of them are more than the first load should carry. */
export const Advice = lazyWhenIdle(async () => (await import('./advice-text')).AdviceText);
