interface Screen {
  write(text: string): unknown;
}

export interface Terminal {
  /** For log lines as JSON, which it prints as text. */
  log: Screen;
  migrating: (count: number, work: () => Promise<void>) => Promise<void>;
  ready: (baseUrl: string) => void;
}

/** What `npm start` shows to a person. */
export function openTerminal(screen: Screen & { hasColors?: () => boolean }): Terminal {
  const isColored = screen.hasColors?.() ?? false;
  const paint: Paint = (color, text) => (isColored ? `\u001B[${COLORS[color]}m${text}\u001B[0m` : text);
  const print = (text: string) => void screen.write(`${text}\n`);
  return {
    log: { write: (lines) => void screen.write(lines.replaceAll(/^.+$/gm, (line) => readableLine(line, paint))) },
    async migrating(count, work) {
      const began = performance.now();
      print(`Migrating the database (${count === 1 ? '1 migration' : `${count} migrations`})…`);
      await work();
      print(`✓ Database migrated in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    },
    ready: (baseUrl) => print(`${paint('green', '✓')} Switchboard is ready: ${baseUrl}/user/api (Ctrl-C stops it)`),
  };
}

const COLORS = { dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
type Color = keyof typeof COLORS;
type Paint = (color: Color, text: string) => string;

const LEVELS: Record<string, Color> = {
  trace: 'dim',
  debug: 'dim',
  info: 'cyan',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};

/** `09:30:00 warn event skipped event=evt_…`; a line that is no log entry stays as it is. */
export function readableLine(line: string, paint: Paint = (_, text) => text): string {
  const entry = entryIn(line);
  if (entry === undefined) return line;
  const { level, time, msg, err, ...fields } = entry;
  const name = String(level);
  const values = Object.entries(fields).map(([key, value]) => `${paint('dim', `${key}=`)}${valueText(value)}`);
  const head = [
    paint('dim', clockOf(time)),
    paint(LEVELS[name] ?? 'cyan', name.padEnd(5)),
    typeof msg === 'string' ? msg : '',
  ];
  return [...head, ...values].join(' ') + (err === undefined ? '' : errorText(err));
}

function entryIn(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null && 'level' in entry ? { ...entry } : undefined;
  } catch {
    return undefined;
  }
}

function clockOf(time: unknown): string {
  const at = new Date(String(time));
  if (Number.isNaN(at.getTime())) return String(time);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);

/** Its stack below the line, or what there is of it. */
function errorText(err: unknown): string {
  const { stack, message } = (typeof err === 'object' && err !== null ? err : {}) as Record<string, unknown>;
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : JSON.stringify(err);
  return text
    .split('\n')
    .map((line) => `\n  ${line.trimEnd()}`)
    .join('');
}
