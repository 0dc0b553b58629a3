export interface SampleCall {
  method: string;
  /** Below `/api/v1`, with the path parameters filled in. */
  path: string;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A body that is not JSON, instead of `body`. */
  file?: { type: string; text: string };
  /** A form with a file of the caller’s disk, instead of `body`. */
  form?: { fields: Record<string, unknown>; fileName: string };
  /** False for operations without authentication. */
  authenticated?: boolean;
  /** The answer has no end, so it is printed as it arrives. */
  stream?: boolean;
  text?: boolean;
  empty?: boolean;
}

export const SAMPLE_LANGUAGES = { curl: 'cURL', typescript: 'TypeScript', python: 'Python' } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;

export const KEY_VARIABLE = 'SWITCHBOARD_API_KEY';

/** A runnable command or program. `key` replaces the environment variable. */
export function sample(language: SampleLanguage, baseUrl: string, call: SampleCall, key?: string): string {
  const url = `${baseUrl}/api/v1${call.path}${queryText(call.query)}`;
  switch (language) {
    case 'curl':
      return curl(url, call, key);
    case 'typescript':
      return typescript(url, call, key);
    case 'python':
      return python(url, call, key);
    default:
      return language satisfies never;
  }
}

function queryText(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => {
    const text = Array.isArray(value)
      ? value.map((item) => encodeURIComponent(String(item))).join(',')
      : encodeURIComponent(String(value));
    return `${encodeURIComponent(name)}=${text}`;
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(url: string, call: SampleCall, key: string | undefined): string {
  const lines = [`curl ${call.stream === true ? '-N ' : ''}${shellQuoted(url)}`];
  if (call.method !== 'GET') lines.push(`-X ${call.method}`);
  if (call.authenticated !== false) {
    lines.push(
      key ? `-H ${shellQuoted(`Authorization: Bearer ${key}`)}` : `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
    );
  }
  if (call.body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(call.body))}`);
  }
  if (call.file) lines.push(`-H 'Content-Type: ${call.file.type}'`, `--data-binary ${shellQuoted(call.file.text)}`);
  if (call.form) {
    lines.push(...fieldsOf(call.form).map(([name, value]) => `-F ${shellQuoted(`${name}=${value}`)}`));
    lines.push(`-F ${shellQuoted(`file=@${call.form.fileName}`)}`);
  }
  return lines.join(' \\\n  ');
}

function typescript(url: string, call: SampleCall, key: string | undefined): string {
  const headers: string[] = [];
  if (call.authenticated !== false) {
    headers.push(
      key ? `Authorization: 'Bearer ${key}',` : `Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    );
  }
  if (call.body !== undefined) headers.push(`'Content-Type': 'application/json',`);
  if (call.file) headers.push(`'Content-Type': '${call.file.type}',`);
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}',`]),
    ...(headers.length > 0 ? ['headers: {', ...headers.map((line) => `  ${line}`), '},'] : []),
    ...(call.body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(call.body, null, 2), 2)}),`]),
    ...(call.file ? [`body: ${JSON.stringify(call.file.text)},`] : []),
    ...(call.form ? ['body: form,'] : []),
  ];
  const request =
    options.length > 0 ? `fetch('${url}', {\n${options.map((line) => `  ${line}`).join('\n')}\n})` : `fetch('${url}')`;
  const shown = call.stream === true ? STREAM_READ : `console.log(await response.${call.text ? 'text' : 'json'}());\n`;
  return `${call.form ? typescriptForm(call.form) : ''}const response = await ${request};\nif (!response.ok) throw new Error(await response.text());\n${
    isSilent(call) ? '' : shown
  }`;
}

const fieldsOf = ({ fields }: NonNullable<SampleCall['form']>): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, String(value)]);

function typescriptForm(form: NonNullable<SampleCall['form']>): string {
  const name = `'${form.fileName}'`;
  const lines = [
    `import { openAsBlob } from 'node:fs';\n`,
    'const form = new FormData();',
    ...fieldsOf(form).map(
      ([field, value]) => `form.append('${field}', ${JSON.stringify(value).replaceAll('"', "'")});`,
    ),
    `form.append('file', await openAsBlob(${name}), ${name});`,
  ];
  return `${lines.join('\n')}\n\n`;
}

const isSilent = ({ method, empty = false }: SampleCall): boolean => empty || method === 'DELETE';

const STREAM_READ = `const decoder = new TextDecoder();
for await (const bytes of response.body ?? []) {
  process.stdout.write(decoder.decode(bytes, { stream: true }));
}
`;

function python(url: string, call: SampleCall, key: string | undefined): string {
  const imports = key || call.authenticated === false ? 'import httpx' : 'import os\n\nimport httpx';
  const authorization = key ? `"Bearer ${key}"` : `f"Bearer {os.environ['${KEY_VARIABLE}']}"`;
  const headers = [
    ...(call.authenticated === false ? [] : [`"Authorization": ${authorization}`]),
    ...(call.file ? [`"Content-Type": ${JSON.stringify(call.file.type)}`] : []),
  ];
  const lines = [
    `    ${JSON.stringify(url)},`,
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(call.body === undefined ? [] : [`    json=${indented(pythonLiteral(call.body), 4)},`]),
    ...(call.file ? [`    content=${JSON.stringify(call.file.text)},`] : []),
    ...(call.form
      ? [
          `    data=${indented(pythonLiteral(Object.fromEntries(fieldsOf(call.form))), 4)},`,
          `    files={"file": open(${JSON.stringify(call.form.fileName)}, "rb")},`,
        ]
      : []),
  ];
  if (call.stream === true) {
    const head = `with httpx.stream(\n    ${JSON.stringify(call.method)},\n${lines.join('\n')}\n    timeout=None,\n) as response:`;
    return `${imports}\n\n${head}\n    response.raise_for_status()\n    for line in response.iter_lines():\n        print(line)\n`;
  }
  return `${imports}\n\nresponse = httpx.${call.method.toLowerCase()}(\n${lines.join('\n')}\n)\nresponse.raise_for_status()\n${
    isSilent(call) ? '' : `print(response.${call.text ? 'text' : 'json()'})\n`
  }`;
}

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

function pythonLiteral(value: unknown, depth = 0): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const pad = ' '.repeat(4 * (depth + 1));
  const end = ' '.repeat(4 * depth);
  const items = Array.isArray(value)
    ? value.map((item) => `${pad}${pythonLiteral(item, depth + 1)},`)
    : Object.entries(value).map(([name, item]) => `${pad}${JSON.stringify(name)}: ${pythonLiteral(item, depth + 1)},`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length > 0 ? `${open}\n${items.join('\n')}\n${end}${close}` : `${open}${close}`;
}
