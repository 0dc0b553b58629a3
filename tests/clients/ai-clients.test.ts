/** The programs of the guide “AI clients”, as they stand there, against the sandbox model. */
import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

const ROOT = new URL('../../', import.meta.url).pathname;
const guide = await Bun.file(`${ROOT}web/docs/ai-clients.md`).text();
const server = await startServer({ aiSandbox: true });
afterAll(() => server.stop());

/** The program with the import, of which the tree has the library. */
function shown(library: string): string {
  const program = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  return program.find((code) => code.includes(`from '${library}'`)) ?? '';
}

async function outputOf(program: string, env: Record<string, string> = {}): Promise<string> {
  const { secret } = await seedKey(await seedWorkspace(), { scopes: ['ai:invoke', 'models:read'] });
  const child = Bun.spawn([process.execPath, '-e', program.replaceAll('http://localhost:3000', server.url)], {
    cwd: ROOT,
    env: { PATH: Bun.env['PATH'] ?? '', SWITCHBOARD_API_KEY: secret, OPENAI_API_KEY: secret, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(errors);
  return output;
}

test('the openai SDK streams', async () => {
  expect(await outputOf(shown('openai'))).toBe('Hello');
});

test('the openai SDK reads the settings from the environment', async () => {
  const base = /^export OPENAI_BASE_URL=(\S+)$/m.exec(guide)?.[1] ?? '';
  const program = `
    import OpenAI from 'openai';
    const answer = await new OpenAI().chat.completions.create({
      model: 'switchboard/echo',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    process.stdout.write(answer.choices[0].message.content);`;
  expect(await outputOf(program, { OPENAI_BASE_URL: base.replace('http://localhost:3000', server.url) })).toBe('Hello');
});

test('the Anthropic SDK gets a message', async () => {
  const program = `${shown('@anthropic-ai/sdk')}\nprocess.stdout.write(message.content[0].text);`;
  expect(await outputOf(program)).toBe('Hello');
});

/** As Claude Code and Codex ask, with the addresses of the guide. */
test.each([
  ['ANTHROPIC_BASE_URL', /^export ANTHROPIC_BASE_URL=(\S+)$/m, '/v1/messages?beta=true', { max_tokens: 100 }],
  ['Codex', /^base_url = "(\S+)"$/m, '/responses', { input: [{ role: 'user', content: 'Hello' }], store: false }],
])('the address of %s leads to its route', async (_name, pattern, path, more) => {
  const base = pattern.exec(guide)?.[1]?.replace('http://localhost:3000', server.url) ?? '';
  const { secret } = await seedKey(await seedWorkspace());
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'switchboard/echo',
      stream: true,
      ...('input' in more ? {} : { messages: [{ role: 'user', content: 'Hello' }] }),
      ...more,
    }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Hello');
});
