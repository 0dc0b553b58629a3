import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Webhook } from 'standardwebhooks';

import { signatureOf, signingKeyOf } from '../server/delivery/sign';
import { signExample, type SignedExample } from '../web/features/webhooks/sign';
import { snippet, SNIPPET_LANGUAGES, type SnippetLanguage } from '../web/features/webhooks/snippets';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const folder = mkdtempSync(join(tmpdir(), 'switchboard-snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = await signExample(SECRET, 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c', 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c');

/** How a file of the language is run; those of runtimes that this machine lacks are left out. */
const RUNNERS: Record<SnippetLanguage, { file: string; command: string[] }> = {
  typescript: { file: 'verify.ts', command: [process.execPath] },
  python: { file: 'verify.py', command: ['python3'] },
  go: { file: 'verify.go', command: ['go', 'run'] },
  php: { file: 'verify.php', command: ['php'] },
  ruby: { file: 'verify.rb', command: ['ruby'] },
  curl: { file: 'verify.sh', command: ['bash'] },
};

const run = (language: SnippetLanguage, secret: string, shown: SignedExample): Promise<string> =>
  runCode(language, snippet(language, secret, shown));

/** The program with another clock, which is the last time that stands in it. */
function runLate(language: SnippetLanguage, seconds: number): Promise<string> {
  const code = snippet(language, SECRET, example);
  const time = String(example.timestamp);
  const at = code.lastIndexOf(time);
  return runCode(language, code.slice(0, at) + String(example.timestamp + seconds) + code.slice(at + time.length));
}

async function runCode(language: SnippetLanguage, code: string): Promise<string> {
  const { file, command } = RUNNERS[language];
  const path = join(folder, file);
  await Bun.write(path, code);
  const child = Bun.spawn([...command, path], { stdout: 'pipe', stderr: 'pipe', timeout: 60_000 });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(errors);
  return output.trim();
}

test('the example is signed as the dispatcher signs, and the official library verifies it', () => {
  const { id, timestamp, body, signature } = example;
  expect(signature).toBe(signatureOf([signingKeyOf(SECRET)], id, timestamp, new TextEncoder().encode(body)));
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
  expect(new Webhook(SECRET).verify(body, headers)).toMatchObject({ type: 'webhook.tested' });
});

for (const [language, name] of Object.entries(SNIPPET_LANGUAGES) as [SnippetLanguage, string][]) {
  const program = RUNNERS[language].command[0] ?? '';
  test.skipIf(Bun.which(program) === null)(
    `${name} verifies it, and nothing else`,
    async () => {
      const foreign = { ...example, signature: example.signature.replace(/^v1,./, 'v1,_') };
      const right = await run(language, SECRET, example);
      const otherSecret = await run(language, OTHER, example);
      const otherSignature = await run(language, SECRET, foreign);
      const otherBody = await run(language, SECRET, { ...example, body: `${example.body} ` });
      // While a secret is replaced there are two; the command compares one.
      const two = { ...example, signature: `v1,AAAA ${example.signature}` };
      // The command compares the signature only.
      const inTime = language === 'curl' ? 'true' : await runLate(language, 299);
      const tooLate = language === 'curl' ? 'false' : await runLate(language, 301);
      const second = language === 'curl' ? 'true' : await run(language, SECRET, two);
      expect({ right, otherSecret, otherSignature, otherBody, inTime, tooLate, second }).toEqual({
        right: 'true',
        otherSecret: 'false',
        otherSignature: 'false',
        otherBody: 'false',
        inTime: 'true',
        tooLate: 'false',
        second: 'true',
      });
    },
    60_000,
  );
}
