/** Name of the credential that people make in n8n: a pasted node finds it by that. */
export const CREDENTIAL = 'Switchboard';

const MANUAL = 'When clicking ‘Execute workflow’';
const BEARER = { httpBearerAuth: { id: '', name: CREDENTIAL } };

interface Node {
  parameters: object;
  name: string;
  type: string;
  typeVersion: number;
  credentials?: object;
  webhookId?: string;
}

/** In each line a node is connected to the next. */
function workflowOf(name: string, lines: readonly (readonly Node[])[]): string {
  const nodes = lines.flatMap((line, row) =>
    line.map((node, column) => ({
      id: crypto.getRandomValues(new Uint32Array(1)).join(''),
      position: [column * 220, row * 200],
      ...node,
    })),
  );
  const connections = Object.fromEntries(
    lines.flatMap((line) =>
      line
        .slice(0, -1)
        .map((node, at) => [node.name, { main: [[{ node: line[at + 1]?.name, type: 'main', index: 0 }]] }]),
    ),
  );
  return JSON.stringify({ name, nodes, connections, pinData: {}, settings: { executionOrder: 'v1' } }, null, 2);
}

const manual: Node = { parameters: {}, name: MANUAL, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };

/** The idempotency key makes a retried execution of the node one call. */
const call = (name: string, url: string, idempotencyKey: string, body: object): Node => ({
  parameters: {
    method: 'POST',
    url,
    authentication: 'genericCredentialType',
    genericAuthType: 'httpBearerAuth',
    sendHeaders: true,
    headerParameters: { parameters: [{ name: 'Idempotency-Key', value: idempotencyKey }] },
    sendBody: true,
    specifyBody: 'json',
    jsonBody: JSON.stringify(body, null, 2),
    options: {},
  },
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  credentials: BEARER,
});

export const publishWorkflow = (baseUrl: string, body: object): string =>
  workflowOf('Switchboard: publish', [
    [
      manual,
      call('Publish', `${baseUrl}/api/v1/publications`, '={{ $execution.id }}-{{ $runIndex }}-{{ $itemIndex }}', body),
    ],
  ]);

interface Subscription {
  baseUrl: string;
  n8nUrl: string;
  events: readonly string[];
  /** Unguessable. */
  path: string;
}

/** An n8n workflow that receives events: a manual execution creates the webhook, the webhook node receives. */
export const eventsWorkflow = ({ baseUrl, n8nUrl, events, path }: Subscription): string =>
  workflowOf('Switchboard: events', [
    [
      manual,
      call('Subscribe', `${baseUrl}/api/v1/webhooks`, `n8n-${path}`, {
        url: productionUrl(n8nUrl, path),
        events,
        name: 'n8n',
        source: 'n8n',
      }),
    ],
    [
      {
        parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
        name: 'Switchboard event',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        webhookId: path,
      },
      { parameters: {}, name: 'Go on from here', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
    ],
  ]);

/** Where a webhook of an active workflow listens; the test URL does so only while its editor is open. */
export const productionUrl = (n8nUrl: string, path: string): string => `${n8nUrl}/webhook/${path}`;

export const randomPath = (): string =>
  `switchboard-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Whether an address is of this machine or network, so that a service in the internet cannot call it. */
export function isPrivate(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[)/.test(hostname) ||
    /\.(?:local|internal|lan|localhost)$/.test(hostname) ||
    !hostname.includes('.')
  );
}
