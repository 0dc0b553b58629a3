import { SETTINGS } from '../config/settings';

export function settingsTable(): string {
  const rows = Object.entries(SETTINGS.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(undefined);
    const fallback =
      parsed.success && parsed.data !== undefined && parsed.data !== '' ? `\`${String(parsed.data)}\`` : '–';
    return `| \`${name}\` | ${fallback} | ${schema.description ?? schema.meta()?.description ?? ''} |`;
  });
  return ['| Setting | Default | Description |', '|---|---|---|', ...rows].join('\n');
}
