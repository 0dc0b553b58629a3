const READS = {
  channels: ['list', 'get'],
  destinations: ['list'],
  // To try one out only shows what it would do.
  inbound_endpoints: ['list', 'get', 'test', 'versions.list'],
  inbound_presets: ['list'],
  inbound_requests: ['list', 'get'],
  publication_deliveries: ['list', 'get'],
  publications: ['list', 'list_deliveries', 'get', 'preview'],
  rules: ['list', 'get', 'test', 'versions.list'],
  rule_runs: ['list', 'get'],
};

const WRITES = {
  publication_deliveries: ['retry', 'resolve', 'retry_many'],
  inbound_endpoints: ['create', 'update', 'delete', 'rotate_token', 'rotate_secret', 'versions.restore'],
  inbound_requests: ['replay', 'replay_many'],
  publications: 'create update delete duplicate publish approve reject pause resume cancel retry'.split(' '),
  rules: ['create', 'preview', 'update', 'delete', 'run', 'versions.restore'],
  rule_runs: ['cancel', 'retry'],
};

const lines = <W extends string>(verbs: Record<string, string[]>, who: W): Record<string, W> =>
  Object.fromEntries(
    Object.entries(verbs).flatMap(([noun, all]) => all.map((verb) => [`automation.${noun}.${verb}`, who])),
  );

/** Who may call the procedures of automation, one entry each. */
export const AUTOMATION_ROLES = { ...lines(READS, 'member or key'), ...lines(WRITES, 'developer or key') };
