import { later } from '../later';

/** What to do about a refusal. The words for all of them are more than the first load should carry. */
export const Advice = later(async () => (await import('./advice-text')).AdviceText);
