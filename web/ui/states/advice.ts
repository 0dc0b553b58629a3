import { lazyWhenIdle } from '../lazy-parts';

/** The texts for all codes are too large for the first load. */
export const Advice = lazyWhenIdle(async () => (await import('./advice-text')).AdviceText);
