import type { InboundPreset } from '../../../../shared/automation/preset';

const JSON_HEADERS = { 'content-type': 'application/json' };

export const SENDER_PRESETS: readonly InboundPreset[] = [
  {
    preset: 'github',
    label: 'GitHub',
    auth: { mode: 'signature', scheme: 'github' },
    headers: ['x-github-event', 'x-github-delivery', 'x-github-hook-id'],
    dedupe_key: '{{ headers["x-github-delivery"] }}',
    type_source: 'headers.x-github-event',
    secret_source: 'switchboard',
    sample_headers: {
      ...JSON_HEADERS,
      'x-github-event': 'push',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    },
    sample_body: {
      ref: 'refs/heads/main',
      compare: 'https://github.com/octo-org/octo-repo/compare/6113728f27ae...0000000000ab',
      repository: { full_name: 'octo-org/octo-repo', html_url: 'https://github.com/octo-org/octo-repo' },
      pusher: { name: 'octocat' },
      commits: [{ id: '0000000000ab', message: 'Fix the door', author: { name: 'Mona' } }],
      head_commit: { id: '0000000000ab', message: 'Fix the door', author: { name: 'Mona' } },
    },
    mapping: {
      content: {
        text: '*{{ body.repository.full_name }}* {{ body.head_commit.message | truncate: 200 }}\n{{ body.compare }}',
      },
    },
  },
  {
    preset: 'gitlab',
    label: 'GitLab',
    auth: { mode: 'signature', scheme: 'gitlab' },
    headers: ['x-gitlab-event', 'x-gitlab-event-uuid', 'x-gitlab-instance', 'idempotency-key'],
    dedupe_key: '{{ headers["idempotency-key"] }}',
    type_source: 'headers.x-gitlab-event',
    secret_source: 'switchboard',
    sample_headers: {
      ...JSON_HEADERS,
      'x-gitlab-event': 'Push Hook',
      'idempotency-key': '13792a34-cac6-4fda-95a8-c58e00a3954e',
    },
    sample_body: {
      object_kind: 'push',
      ref: 'refs/heads/main',
      user_name: 'Mona',
      project: { path_with_namespace: 'octo/repo', web_url: 'https://gitlab.example.com/octo/repo' },
      commits: [{ message: 'Fix the door', url: 'https://gitlab.example.com/octo/repo/-/commit/ab12' }],
      total_commits_count: 1,
    },
    mapping: {
      content: {
        text: '*{{ body.project.path_with_namespace }}* {{ body.user_name }}: {{ body.commits.last.message | truncate: 200 }}',
      },
    },
  },
  {
    preset: 'stripe',
    label: 'Stripe',
    auth: { mode: 'signature', scheme: 'stripe' },
    headers: [],
    dedupe_key: '{{ body.id }}',
    type_source: 'body.type',
    secret_source: 'sender',
    sample_headers: JSON_HEADERS,
    sample_body: {
      id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1686089970,
      data: {
        object: { id: 'pi_3NG8Du2eZvKYlo2C1', object: 'payment_intent', amount_received: 2000, currency: 'usd' },
      },
    },
    mapping: {
      content: {
        text: 'Paid: {{ body.data.object.amount_received | divided_by: 100.0 }} {{ body.data.object.currency | upcase }}',
      },
    },
  },
  {
    preset: 'shopify',
    label: 'Shopify',
    auth: { mode: 'signature', scheme: 'shopify' },
    headers: [
      'x-shopify-topic',
      'x-shopify-shop-domain',
      'x-shopify-webhook-id',
      'x-shopify-event-id',
      'x-shopify-triggered-at',
    ],
    dedupe_key: '{{ headers["x-shopify-webhook-id"] }}',
    type_source: 'headers.x-shopify-topic',
    secret_source: 'sender',
    sample_headers: {
      ...JSON_HEADERS,
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'example.myshopify.com',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    },
    sample_body: {
      id: 820982911946,
      name: '#9999',
      total_price: '403.00',
      currency: 'USD',
      customer: { first_name: 'Mona', phone: '+15550100000' },
      order_status_url: 'https://example.myshopify.com/orders/123456abcd/authenticate?key=abcdefg',
    },
    mapping: {
      content: {
        text: 'Order {{ body.name }}: {{ body.total_price }} {{ body.currency }}\n{{ body.order_status_url }}',
      },
    },
  },
  {
    preset: 'woocommerce',
    label: 'WooCommerce',
    auth: { mode: 'signature', scheme: 'woocommerce' },
    headers: [
      'x-wc-webhook-topic',
      'x-wc-webhook-resource',
      'x-wc-webhook-event',
      'x-wc-webhook-source',
      'x-wc-webhook-id',
      'x-wc-webhook-delivery-id',
    ],
    dedupe_key: '{{ headers["x-wc-webhook-delivery-id"] }}',
    type_source: 'headers.x-wc-webhook-topic',
    secret_source: 'switchboard',
    sample_headers: {
      ...JSON_HEADERS,
      'x-wc-webhook-topic': 'order.created',
      'x-wc-webhook-source': 'https://shop.example.com/',
      'x-wc-webhook-delivery-id': '58f1a9d1a2f2b5a0f5b3d4f8a4b0a1c2',
    },
    sample_body: {
      id: 727,
      number: '727',
      status: 'processing',
      total: '29.35',
      currency: 'USD',
      billing: { first_name: 'Mona', phone: '+15550100000' },
      line_items: [{ name: 'Woo Single #1', quantity: 2 }],
    },
    mapping: { content: { text: 'Order {{ body.number }}: {{ body.total }} {{ body.currency }}, {{ body.status }}' } },
  },
  {
    preset: 'standard_webhooks',
    label: 'Standard Webhooks, Svix',
    auth: { mode: 'signature', scheme: 'standard_webhooks' },
    headers: ['webhook-id', 'webhook-timestamp', 'svix-id', 'svix-timestamp'],
    dedupe_key: '{{ headers["webhook-id"] | default: headers["svix-id"] }}',
    type_source: 'body.type',
    secret_source: 'switchboard',
    sample_headers: { ...JSON_HEADERS, 'webhook-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W' },
    sample_body: { type: 'contact.created', timestamp: '2026-11-21T09:30:00Z', data: { id: '1f81eb52', name: 'Mona' } },
    mapping: { content: { text: '{{ body.type }}: {{ body.data.name }}' } },
  },
];
