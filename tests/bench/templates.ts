/**
 * What templates cost: in this thread, and in the Workers that they really run in. `bun tests/bench/templates.ts`
 * Ratios are to the same work in this thread, taken side by side. Printed, never judged.
 */
import { createConditions } from '../../server/automation/templates/conditions';
import { createLiquid } from '../../server/automation/templates/liquid';
import { createRenderer } from '../../server/automation/templates/render';
import { templateEngine } from '../automation/template-engine';
import { report } from './report';

const liquid = createLiquid();
const renderHere = createRenderer(liquid);
const holdHere = createConditions(liquid);

const tree = {
  content: {
    text: '*{{ body.repository.full_name }}* {{ body.head_commit.message | truncate: 200 }}\n{{ body.compare | shorten }}',
    media: [{ url: '{{ body.image }}', caption: '{{ body.title }}' }],
  },
  targets: [{ channel: 'whatsapp', to: ['{{ body.phone | phone: "BR" }}'] }],
  metadata: { sha: '{{ body.after }}' },
};
const conditions = ['body.ref == "refs/heads/main"', 'body.commits.size > 0 and body.sender.type != "Bot"'];

const pushed = (commits: number) => ({
  ref: 'refs/heads/main',
  after: 'f'.repeat(40),
  compare: 'https://example.com/octo/repo/compare/a...b',
  repository: { full_name: 'octo/repo' },
  head_commit: { message: 'Fix the thing that was broken since last week' },
  phone: '(11) 98765-4321',
  sender: { type: 'User' },
  commits: Array.from({ length: commits }, (_, index) => ({ id: index, message: 'x'.repeat(180) })),
});
const SIZES = { 'a body of 4 KB': pushed(20), 'a body of 400 KB': pushed(1900) };

const { templates } = templateEngine();

/** Microseconds a call: the best of five runs, so that a busy neighbour counts less. */
async function microseconds(rounds: number, job: (round: number) => unknown): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < 5; run += 1) {
    const start = performance.now();
    for (let round = 0; round < rounds; round += 1) await job(round);
    best = Math.min(best, ((performance.now() - start) * 1000) / rounds);
  }
  return best;
}

const show = (name: string, cost: number, here: number): void =>
  console.log(
    `${name.padEnd(44)} ${cost.toFixed(1).padStart(9)} µs ${(1e6 / cost).toFixed(0).padStart(8)}/s ${(cost / here).toFixed(2).padStart(7)} ×`,
  );

const cold = performance.now();
await templates.render('ws_0', tree, { body: pushed(1) });
console.log(`the first render, with the start of a Worker: ${(performance.now() - cold).toFixed(0)} ms\n`);

for (const [size, body] of Object.entries(SIZES)) {
  const rounds = body.commits.length > 100 ? 100 : 2000;
  const context = { body };
  console.log(`${size} (${JSON.stringify(context).length} bytes)`);
  const here = await microseconds(rounds, () => renderHere(tree, context, {}, () => {}));
  show('mapping, in this thread', here, here);
  const away = await microseconds(rounds, () => templates.render('ws_0', tree, context));
  show('mapping, in a Worker, one at a time', away, here);
  console.log(`  of which the way there and back: ${(away - here).toFixed(1)} µs`);
  const together = await microseconds(rounds / 20, () =>
    Promise.all(Array.from({ length: 20 }, (_, index) => templates.render(`ws_${index % 4}`, tree, context))),
  );
  show('mapping, 20 at once of 4 workspaces', together / 20, here);

  const asked = await microseconds(rounds, () => holdHere(conditions, context));
  show('two conditions, in this thread', asked, asked);
  const held = await microseconds(rounds, () => templates.holds('ws_0', conditions, context));
  show('two conditions, in a Worker', held, asked);
  const sets = Array.from({ length: 100 }, (_, index) => ({ key: `rule ${index}`, conditions }));
  const each = await microseconds(rounds / 20, () => templates.holdsEach('ws_0', sets, context));
  show('100 rules of two conditions, one message', each / 100, asked);
  report({ what: `a mapping of ${size} in a Worker, time`, beside: 'in this thread', ratio: away / here });
  report({
    what: `each of 100 rules on ${size}, one message, time`,
    beside: 'one in this thread',
    ratio: each / 100 / asked,
  });
  console.log('');
}
templates.stop();
