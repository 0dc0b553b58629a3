export type Fields = Record<string, unknown>;

/** `key` is the property name if the listing is an object. */
export interface ListedModel {
  key: string | null;
  fields: Fields;
}

/** Accepts `{data: […]}`, `{models: […]}` (Ollama’s tags), a bare list, `{data: {id: {…}}}` and bare ids; else null. */
export function entriesOf(answer: unknown): ListedModel[] | null {
  if (Array.isArray(answer)) return fromList(answer);
  if (!isFields(answer)) return null;

  const { data, models } = answer;
  // llama.cpp fills both; `data` is more detailed.
  if (Array.isArray(data) && data.length > 0) return fromList(data);
  if (Array.isArray(models)) return fromList(models);
  if (Array.isArray(data)) return [];
  if (isFields(data)) return fromMap(data);
  if (isFields(models)) return fromMap(models);
  // Ollama without a model writes `data: null`.
  if (data === null && answer['object'] === 'list') return [];
  return null;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fromList = (list: unknown[]): ListedModel[] =>
  list.map((item) => ({ key: typeof item === 'string' ? item : null, fields: isFields(item) ? item : {} }));

const fromMap = (map: Fields): ListedModel[] =>
  Object.entries(map).map(([key, item]) => ({ key, fields: isFields(item) ? item : {} }));
