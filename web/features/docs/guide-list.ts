interface GuideEntry {
  /** The name of its file in `web/docs`, and of its page. */
  name: string;
  title: string;
}

export const GUIDE_GROUPS: readonly { title: string; guides: readonly GuideEntry[] }[] = [
  {
    title: 'Start',
    guides: [
      { name: 'getting-started', title: 'Getting started' },
      { name: 'typescript', title: 'TypeScript clients' },
      { name: 'commands', title: 'Commands' },
    ],
  },
  {
    title: 'API',
    guides: [
      { name: 'api-keys', title: 'API keys' },
      { name: 'reliability', title: 'Errors and reliability' },
      { name: 'rate-limits', title: 'Rate limits' },
    ],
  },
  {
    title: 'Channels and events',
    guides: [
      { name: 'webhooks', title: 'Webhooks' },
      { name: 'short-links', title: 'Short links' },
      { name: 'whatsapp', title: 'WhatsApp' },
      { name: 'whatsapp-web', title: 'WhatsApp Web' },
      { name: 'automation', title: 'Automation' },
      { name: 'models', title: 'AI models' },
      { name: 'ai-clients', title: 'AI clients' },
    ],
  },
  {
    title: 'Operation',
    guides: [
      { name: 'settings', title: 'Settings' },
      { name: 'operations', title: 'Operations' },
      { name: 'metrics', title: 'Logs and metrics' },
      { name: 'benchmarks', title: 'Benchmarks' },
      { name: 'architecture', title: 'Architecture' },
    ],
  },
];
