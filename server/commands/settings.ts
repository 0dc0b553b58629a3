import { z } from 'zod';

import { SETTINGS } from '../config/settings';

export function settingsTable(): string {
  const { properties = {} } = z.toJSONSchema(SETTINGS, { io: 'input' });
  const rows = Object.entries(SETTINGS.shape).map(([name, { description }]) => {
    const { default: preset = '' } = properties[name] as { default?: string | number };
    return `| \`${name}\` | ${preset === '' ? '–' : `\`${preset}\``} | ${description} |`;
  });
  return ['| Setting | Default | Description |', '|---|---|---|', ...rows].join('\n');
}
