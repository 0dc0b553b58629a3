import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the people of the tests, and of what stands in for providers; not imported, as that would open a database. */
const KNOWN = ['four words by chance', 'four other words by chance', 'four words by mistake'];
/** What the tests seal with. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

const FORMS = [
  /sb_(?:ak|wa|lk|au|pk)_[0-9A-Za-z]{20,}/g,
  /bearer (?!realm|error)[^[\s"\\][^\s"\\]{3,}/gi,
  /sb_(?:session|device)_\d+=[^[;]/g,
  /whsec_[0-9A-Za-z]/g,
  /(?<![0-9A-Za-z$+/])[0-9A-Za-z]{43}(?![0-9A-Za-z])/g,
];
/** The one line that is to be read by whoever starts the server. */
const SETUP_LINK = /^Create the owner account: \S+#token=\w{43}$/gm;

/** Secrets that stand in a log, by form and by known value: each with what stands before it. */
export function loggedSecrets(log: string): string[] {
  const text = log.replaceAll(SETUP_LINK, '');
  const found: string[] = [];
  const note = (at: number, length: number) =>
    void found.push(text.slice(Math.max(0, at - 120), at + Math.min(length, 10)));
  for (const form of FORMS) for (const hit of text.matchAll(form)) note(hit.index, hit[0].length);
  for (const value of [...KNOWN, SECRET_KEY]) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) note(at, value.length);
  }
  return found;
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '';
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = logs.flatMap(loggedSecrets);
  const lines = logs.reduce((sum, log) => sum + log.split('\n').length - 1, 0);
  process.stdout.write(
    `${lines} lines of ${logs.length} logs: ${found.length} secrets in clear\n${found.slice(0, 20).join('\n')}\n`,
  );
  // Logs that nobody wrote say nothing.
  process.exitCode = found.length > 0 || lines < 1000 ? 1 : 0;
}
