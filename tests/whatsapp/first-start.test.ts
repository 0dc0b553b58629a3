import { expect, test } from 'bun:test';

import { codeSamples } from '../../shared/openapi/samples';
import { freshDatabase } from '../support/app';
import { openBrowser } from '../support/browser';
import { startProcess } from '../support/process';

const OWNER = { email: 'ada@example.com', password: 'four words by chance', name: 'Ada', workspace_name: 'Acme' };
const SEND = '/whatsapp/instances/{instance_id}/messages';
const README = await Bun.file(new URL('../../README.md', import.meta.url)).text();

/** What a terminal prints, with the status of each call on a line of its own. */
async function shell(command: string, key: string): Promise<string> {
  const program = command.replaceAll(/^curl /gm, String.raw`curl -sS -w '\n%{http_code}\n' `);
  const env = { PATH: Bun.env['PATH'] ?? '', SWITCHBOARD_API_KEY: key };
  const child = Bun.spawn(['bash', '-ec', program], { env, stdout: 'pipe', stderr: 'pipe', timeout: 20_000 });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(errors);
  return output.trim();
}

test.skipIf(Bun.which('curl') === null || Bun.which('bash') === null)(
  'on the first start of a server the first key sends the first message, with the command as it is shown',
  async () => {
    const fresh = await freshDatabase();
    await using server = await startProcess(fresh.url);
    const browser = openBrowser(server.url);
    const { data: made } = await browser.mutate('auth.setup', OWNER);
    const headers = { 'x-workspace-id': made.workspace.id };
    const scopes = ['whatsapp.instances:read', 'whatsapp.messages:send'];
    const { data: key } = await browser.mutate('keys.create', { kind: 'ak', name: 'First', scopes }, { headers });
    const document = await (await fetch(`${server.url}/api/v1/openapi.json?surface=whatsapp`)).json();
    const [shown = { source: '' }] = codeSamples(document, SEND, 'post');
    // Its port is any that was free.
    const here = (text: string): string => text.replaceAll(/http:\/\/localhost:\d+/g, server.url);

    const list = `curl '${server.url}/api/v1/whatsapp/instances' -H "Authorization: Bearer $SWITCHBOARD_API_KEY"`;
    const [listed = '{}', found] = (await shell(list, key.secret)).split('\n');
    const { id } = JSON.parse(listed).data[0];
    expect([found, id]).toEqual(['200', expect.stringMatching(/^wai_/)]);

    const command = here(shown.source).replace(/wai_\w+/, id);
    expect(command).toContain(`{"to":"+15550100000","content":{"type":"text","text":"Hello"}}`);
    const [sent = '{}', status] = (await shell(command, key.secret)).split('\n');
    expect([status, JSON.parse(sent)]).toEqual([
      '202',
      expect.objectContaining({
        object: 'whatsapp.message',
        status: 'queued',
        content: { type: 'text', text: 'Hello' },
      }),
    ]);

    const [, block = ''] = /## WhatsApp[\s\S]*?```sh\n([\s\S]*?)```/.exec(README) ?? [];
    const lines = (await shell(here(block).replace('/wai_…/', `/${id}/`), key.secret)).split('\n');
    expect([lines[1], lines.at(-1)]).toEqual(['200', '202']);
    await fresh.close();
  },
);
