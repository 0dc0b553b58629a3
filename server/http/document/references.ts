type Components = Record<string, Record<string, unknown>>;

/** Direct and indirect references, as `schemas/Link`. */
export function reachedFrom(part: unknown, components: Components): Set<string> {
  const reached = new Set<string>();
  const visit = (one: unknown): void => {
    for (const [, name = '', kind = ''] of JSON.stringify(one).matchAll(/"#\/components\/((\w+)\/[^"]+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(components[kind]?.[name.slice(kind.length + 1)] ?? {});
    }
  };
  visit(part);
  return reached;
}
