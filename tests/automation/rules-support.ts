import { rules } from '../../server/automation/schema/rules';
import { queries, type Store } from '../../server/db/database';
import { newId } from '../../shared/ids';
import type { startServer } from '../support/app';
import { type WhatsAppScene, whatsAppScenes } from '../whatsapp/support';

type Server = Awaited<ReturnType<typeof startServer>>;

/** What a rule does unless a test says otherwise: a link for each manual run. */
export const LINK_STEP = { type: 'create_link', link: { url: 'https://example.com/orders/{{ input.order }}' } };
export const manualRule = (change: object = {}) => ({
  name: 'By hand',
  trigger: { type: 'manual' },
  actions: [LINK_STEP],
  ...change,
});

/** Makes scenes for rules: a workspace of its own each, with what every test does with rules. */
export function ruleScenes(server: Pick<Server, 'url' | 'services'>) {
  const scenes = whatsAppScenes(server);

  return async function scene() {
    const base = await scenes();
    return { ...base, ...doing(base, () => server.services.automation.rules.idle()) };
  };
}

function doing({ expectStatus }: WhatsAppScene, idle: () => Promise<void>) {
  return {
    idle,
    rule: (body: object) => expectStatus(201, 'POST', '/rules', body),
    /** Runs a rule by hand and waits for what comes of it. */
    run: async (ruleId: string, input: object = {}) => {
      const { id } = await expectStatus(202, 'POST', `/rules/${ruleId}/run`, { input });
      await idle();
      return expectStatus(200, 'GET', `/rule-runs/${id}`);
    },
    /** Runs of a rule, oldest first. */
    runs: async (ruleId: string) => {
      await idle();
      return (await expectStatus(200, 'GET', `/rule-runs?rule_id=${ruleId}&limit=100`)).data.toReversed();
    },
  };
}

/** Rules with a schedule of every minute straight in the database, due at one instant. */
export async function seedSchedules(
  on: Store,
  workspaceId: string,
  number: number,
  nextRunAt: Date,
): Promise<string[]> {
  const now = new Date();
  const trigger = { type: 'schedule', cron: '* * * * *', timezone: 'UTC', catch_up: 'one', jitter_seconds: 0 } as const;
  const row = {
    workspaceId,
    status: 'active',
    config: {
      name: 'Seeded',
      description: null,
      trigger: { ...trigger, starts_at: null, ends_at: null },
      filter: [],
      debounce: null,
      throttle: null,
      actions: [{ type: 'delay', seconds: 3600 }],
      on_error: 'stop',
    },
    grant: { scopes: [], resources: {} },
    triggerType: 'schedule',
    startSequence: 0,
    nextRunAt,
    createdBy: { user_id: 'usr_test' },
    createdAt: now,
    updatedAt: now,
  } satisfies Omit<typeof rules.$inferInsert, 'id'>;
  const rows = Array.from({ length: number }, () => ({ ...row, id: newId('rul') }));
  await queries(on).insert(rules).values(rows);
  return rows.map(({ id }) => id);
}
