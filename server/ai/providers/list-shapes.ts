export type Fields = Record<string, unknown>;

/** One entry of a listing: its fields, and the name it stands under where the listing is an object. */
export interface Entry {
  key: string | null;
  fields: Fields;
}

/**
 * The entries of a listing, in whichever of the known forms: `{data: […]}`, `{models: […]}` (Ollama’s tags), a bare
 * list, `{data: {id: {…}}}`; entries may be bare ids. Null if the answer holds no list.
 */
export function entriesOf(answer: unknown): Entry[] | null {
  if (Array.isArray(answer)) return fromList(answer);
  if (!isObject(answer)) return null;

  const { data, models } = answer;
  // llama.cpp fills both; what is in `data` has the richer form.
  if (Array.isArray(data) && data.length > 0) return fromList(data);
  if (Array.isArray(models)) return fromList(models);
  if (Array.isArray(data)) return [];
  if (isObject(data)) return fromMap(data);
  if (isObject(models)) return fromMap(models);
  // Ollama without a model writes `data: null`.
  if (data === null && answer['object'] === 'list') return [];
  return null;
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fromList = (list: unknown[]): Entry[] =>
  list.map((item) => ({ key: typeof item === 'string' ? item : null, fields: isObject(item) ? item : {} }));

const fromMap = (map: Fields): Entry[] =>
  Object.entries(map).map(([key, item]) => ({ key, fields: isObject(item) ? item : {} }));
