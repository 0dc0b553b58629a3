import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { signatureOf, signingKeyOf } from '../../server/webhooks/dispatcher/sending/signature';
import { signExample, type SignedExample } from '../../web/features/webhooks/secrets/sign';
import { snippet, SNIPPET_LANGUAGES, type SnippetLanguage } from '../../web/features/webhooks/secrets/snippets';
import { startReceiver } from '../webhooks/dispatcher/support';
import { startWebhookServer } from '../webhooks/support';
import { verificationResults } from '../webhooks/verify';

const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
/** What means something in a text of one of the languages. */
const AWKWARD = 'O\'Neil \\ "q" `t` ${a} #{b} $c %s <?php ?> %{d} 漢字 😀 \u2028';
const folder = mkdtempSync(join(tmpdir(), 'switchboard-snippets-'));
const place = await startWebhookServer();
afterAll(async () => {
  await place.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** How a file of the language is run, and what else it calls. What this machine lacks is skipped. */
const RUNNERS: Record<SnippetLanguage, { extension: string; command: string[]; calls?: string }> = {
  typescript: { extension: 'ts', command: [process.execPath] },
  python: { extension: 'py', command: ['python3'] },
  go: { extension: 'go', command: ['go', 'run'] },
  php: { extension: 'php', command: ['php'] },
  ruby: { extension: 'rb', command: ['ruby'] },
  curl: { extension: 'sh', command: ['bash'], calls: 'openssl' },
};
const isMissing = (...programs: string[]): boolean => programs.some((program) => Bun.which(program) === null);

let files = 0;
/** What the program prints, from a file as a person would run it. */
async function run(language: SnippetLanguage, code: string, env: Record<string, string> = {}): Promise<string> {
  const { extension, command } = RUNNERS[language];
  files += 1;
  const path = join(folder, `verify-${files}.${extension}`);
  await Bun.write(path, code);
  const child = Bun.spawn([...command, path], {
    env: { ...Bun.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 110_000,
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(errors);
  return output.trim();
}

/** The program with another clock, which is the last time that stands in it. */
function withClock(code: string, timestamp: number, seconds: number): string {
  const time = String(timestamp);
  const at = code.lastIndexOf(time);
  return code.slice(0, at) + String(timestamp + seconds) + code.slice(at + time.length);
}

describe('the example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const make = () => signExample(secret, 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c', 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c');

  test('is signed as the dispatcher signs, and the libraries of receivers verify it', async () => {
    const { id, timestamp, body, signature } = await make();
    expect(signature).toBe(signatureOf([signingKeyOf(secret)], id, timestamp, new TextEncoder().encode(body)));
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
    expect(verificationResults(secret, { headers, body })).toEqual(['verified']);
  });

  test.skipIf(isMissing('bash', 'openssl', 'curl'))(
    'is sent to a receiver by the command, as it was signed',
    async () => {
      using receiver = startReceiver(() => new Response('thanks'));
      const output = await run('curl', snippet('curl', secret, await make()), { RECEIVER_URL: receiver.url });
      expect(output).toStartWith('true\n');
      expect(receiver.requests.map((request) => verificationResults(secret, request))).toEqual([['verified']]);
    },
  );
});

describe('a delivery', () => {
  let secrets: { old: string; current: string };
  let delivery: SignedExample;
  beforeAll(async () => {
    await using scene = await place.scene();
    const { id, secret: old } = await scene.webhook();
    const { secret: current } = await scene.act(200, `/webhooks/${id}/rotate-secret`, {});
    secrets = { old, current };
    const made = await scene.call('POST', '/keys', { kind: 'lk', name: AWKWARD, scopes: ['links:read'] });
    await place.settled();
    const { headers = {}, body = '' } = scene.receiver.requests.at(-1) ?? {};
    delivery = {
      id: headers['webhook-id'] ?? '',
      timestamp: Number(headers['webhook-timestamp']),
      body,
      signature: headers['webhook-signature'] ?? '',
    };
    expect([made.status, JSON.parse(body).data.name]).toEqual([201, AWKWARD]);
  });

  for (const [language, name] of Object.entries(SNIPPET_LANGUAGES) as [SnippetLanguage, string][]) {
    const { command, calls } = RUNNERS[language];
    test.skipIf(isMissing(...command.slice(0, 1), ...(calls ? [calls] : [])))(
      `is verified by ${name} with either of two secrets, and nothing else is`,
      async () => {
        const said = (secret: string, change: Partial<SignedExample> = {}) =>
          run(language, snippet(language, secret, { ...delivery, ...change }));
        const saidAfter = (seconds: number) =>
          run(language, withClock(snippet(language, secrets.current, delivery), delivery.timestamp, seconds));
        const [first = '', second = ''] = delivery.signature.split(' ');
        const answers = {
          current: await said(secrets.current),
          old: await said(secrets.old),
          otherSecret: await said(OTHER),
          otherBody: await said(secrets.current, { body: `${delivery.body} ` }),
          otherSignature: await said(secrets.current, { signature: `${first.replace(/^v1,./, 'v1,_')} ${second}` }),
          // The command checks the signature only.
          ...(language === 'curl' ? {} : { inTime: await saidAfter(299), tooLate: await saidAfter(301) }),
        };
        expect(answers).toEqual({
          current: 'true',
          old: 'true',
          otherSecret: 'false',
          otherBody: 'false',
          otherSignature: 'false',
          ...(language === 'curl' ? {} : { inTime: 'true', tooLate: 'false' }),
        });
      },
    );
  }
});
