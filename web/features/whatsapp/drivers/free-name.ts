/** `phone`, or `phone-2` if that is taken. */
export function freeName(word: string, taken: readonly string[]): string {
  const names = [word, ...taken.map((_, index) => `${word}-${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? word;
}
