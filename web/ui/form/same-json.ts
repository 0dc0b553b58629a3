/** Whether two values say the same as JSON, whatever the order of their names. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return a.length === b.size && a.every(([name, value]) => b.has(name) && isSameJson(value, b.get(name)));
}
