import { Glob } from 'bun';

const EXPANDED_LEVELS = 4;

/** One line for each column, index and key of a table: drizzle-kit writes one for each of their properties. */
function compact(value: unknown, level = 0): string {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (level >= EXPANDED_LEVELS || entries.length === 0 || Array.isArray(value)) return JSON.stringify(value);
  const lines = entries.map(([key, inner]) => `${JSON.stringify(key)}: ${compact(inner, level + 1)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

for await (const path of new Glob('*/meta/*_snapshot.json').scan({ cwd: import.meta.dir, absolute: true })) {
  await Bun.write(path, `${compact(await Bun.file(path).json())}\n`);
}
