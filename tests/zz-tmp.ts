import { startAutomation } from './support/automation';
import { inboundScenes } from './automation/inbound-scenes';
const server = await startAutomation({}, { unlimited: true });
const { endpoint, pathOf, send } = await inboundScenes(server)();
for (const change of [{ mode: 'record', mapping: null }, { mode: 'draft' }, { mode: 'approval' }, {}]) {
  const hook = await endpoint({ rate_limit_per_minute: 6000, ...change });
  for (let i = 0; i < 20; i++) await send(pathOf(hook), { body: { message: 'x' + i } });
  const before = await server.services.metrics.text();
  const t = performance.now();
  for (let i = 0; i < 100; i++) await send(pathOf(hook), { body: { message: 'y' + i } });
  const ms = (performance.now() - t) / 100;
  const t2 = performance.now();
  await Promise.all(Array.from({ length: 32 }, async () => { for (let i = 0; i < 10; i++) await send(pathOf(hook), { body: { message: 'z' + i } }); }));
  const rate = 320 / (performance.now() - t2) * 1000;
  const after = await server.services.metrics.text();
  const sums = (t: string) => Object.fromEntries([...t.matchAll(/inbound_seconds_(sum|count)\{stage="(\w+)"\} ([\d.e-]+)/g)].map(([, k, s, v]) => [`${s} ${k}`, Number(v)]));
  const a = sums(after), b = sums(before);
  const stages = Object.keys(a).filter((k) => k.endsWith('sum')).map((k) => { const c = k.replace('sum', 'count'); const n = a[c] - (b[c] ?? 0); return `${k.split(' ')[0]} ${n ? (((a[k] - (b[k] ?? 0)) / n) * 1000).toFixed(2) : '-'}ms`; });
  console.log(JSON.stringify(change), 'sequential ms', ms.toFixed(2), 'concurrent/s', rate.toFixed(0), stages.join(', '));
}
await server.stop(); process.exit(0);
