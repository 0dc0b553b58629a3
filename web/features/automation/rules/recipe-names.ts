/** In the order of the gallery. The last one is an empty rule. */
export const RECIPES = [
  'reply',
  'answer',
  'greet',
  'forward',
  'transcribe',
  'link_limit',
  'webhook_failing',
  'scheduled',
  'blank',
] as const;
export type RecipeName = (typeof RECIPES)[number];

export const isRecipe = (name: string): name is RecipeName => RECIPES.some((one) => one === name);
