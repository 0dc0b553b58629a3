/** What an event is about, in a word: the name of its object, or its id. */
export function objectOf(data: Record<string, unknown>): string {
  const { name, id, email } = data;
  return ([name, email, id].find((value) => typeof value === 'string' && value !== '') as string | undefined) ?? '';
}
