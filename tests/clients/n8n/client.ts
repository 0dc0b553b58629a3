import { until } from '../../support/process';

/** What n8n answers is looked at by each test. */
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

const OWNER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'Only-for-tests-1' };

const ENDED: ReadonlySet<string> = new Set(['success', 'error']);

/** A running n8n as its own editor uses it: a fresh one, or one that an earlier run set up. */
export async function openN8n(url: string) {
  let cookie = '';
  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${url}/rest${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const given = response.headers.getSetCookie().map((one) => one.split(';')[0]);
    if (given.length > 0) cookie = given.join('; ');
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text).data;
  }
  // Ready or not, its routes come last.
  await until(async () => (await fetch(`${url}/rest/settings`).catch(() => undefined))?.ok === true, {
    timeoutMs: 120_000,
    everyMs: 500,
  });
  await call('POST', '/owner/setup', OWNER).catch(() =>
    call('POST', '/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
  );
  const execution = (id: string) => call('GET', `/executions/${id}`);

  return {
    url,
    /** A credential as people make it for pasted workflows. */
    credential: (name: string, token: string): Promise<{ id: string; name: string }> =>
      call('POST', '/credentials', { name, type: 'httpBearerAuth', data: { token } }),
    /** A workflow as it is pasted, with a credential chosen in its nodes. */
    paste: (json: string, { id, name }: { id: string; name: string }): Promise<{ id: string }> => {
      const made = JSON.parse(json);
      for (const node of made.nodes) if (node.credentials) node.credentials = { httpBearerAuth: { id, name } };
      return call('POST', '/workflows', { ...made, active: false });
    },
    /** Executes a workflow by hand, to its end. */
    async execute(workflow: Answer): Promise<{ status: string; data: string }> {
      const [{ name }] = workflow.nodes;
      const asked = { workflowData: workflow, triggerToStartFrom: { name } };
      const { executionId } = await call('POST', `/workflows/${workflow.id}/run`, asked);
      await until(async () => ENDED.has((await execution(executionId)).status), { everyMs: 100 });
      const { status, data } = await execution(executionId);
      return { status, data: JSON.stringify(data) };
    },
    async setActive(workflow: Answer, active: boolean): Promise<void> {
      const { versionId } = await call('GET', `/workflows/${workflow.id}`);
      await call('PATCH', `/workflows/${workflow.id}`, { active, versionId });
    },
    /** Executions of a workflow that its webhook began and that succeeded. */
    async executions(workflow: Answer): Promise<string[]> {
      const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status: ['success'] }));
      const { results } = await call('GET', `/executions?filter=${filter}&limit=20`);
      const ids = (results as Answer[]).filter(({ mode }) => mode === 'webhook').map(({ id }) => id as string);
      return Promise.all(ids.map(async (id) => JSON.stringify((await execution(id)).data)));
    },
  };
}
