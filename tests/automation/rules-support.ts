import type { startServer } from '../support/app';
import { type WhatsAppScene, whatsAppScenes } from '../support/whatsapp';

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
  const { rules } = server.services.automation;

  return async function scene() {
    const base = await scenes();
    return { ...base, ...doing(base, () => rules.idle()) };
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
