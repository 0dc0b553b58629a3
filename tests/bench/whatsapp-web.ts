/**
 * What a connection to WhatsApp Web leaves behind when it ends again and again, and how soon the connections of a worker
 * are back after its crash. `bun tests/bench/whatsapp-web.ts`; `CYCLES`, `SOCKETS`.
 */
import { until } from '../support/process';
import { startSessionStage } from '../whatsapp/web/session-stage';
import { startStage } from '../whatsapp/web/stage';
import { report } from './report';

const CYCLES = Number(process.env['CYCLES'] ?? 200);
const SOCKETS = Number(process.env['SOCKETS'] ?? 20);
const PHONE = '15550001111';

/** Resident memory in bytes after garbage collections. */
async function residentMemory(): Promise<number> {
  Bun.gc(true);
  await Bun.sleep(300);
  Bun.gc(true);
  return process.memoryUsage.rss();
}

/** The server and the client share this process. */
async function measureReconnects(): Promise<void> {
  await using stage = await startSessionStage({ timings: { pauseFactor: 0.001 } });
  const { peer } = stage;
  await stage.link('wa_1', PHONE);
  const ends = [() => peer.drop(PHONE), () => peer.sendGarbage(PHONE), () => peer.closeAll(503, PHONE)];
  const connected = (): number => stage.statuses('wa_1').filter((status) => status === 'connected').length;

  const warmUp = Math.ceil(CYCLES / 2);
  let before = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    if (cycle === warmUp) before = await residentMemory();
    const seen = connected();
    ends[cycle % ends.length]?.();
    await until(() => connected() > seen);
  }
  const after = await residentMemory();
  console.log(`memory after ${warmUp} and ${CYCLES} reconnections: ${megabytes(before)} and ${megabytes(after)} MB`);
  report({
    what: `memory after ${CYCLES} reconnections`,
    beside: `after ${warmUp}`,
    ratio: after / before,
    aim: 'at most 1.1',
  });
}

/** Seconds from the crash of a worker until all its connections are open again. */
async function measureCrash(sockets: number): Promise<number> {
  await using stage = await startStage();
  const instances = Array.from({ length: sockets }, (_, at) => `wa_${at}`);
  for (const [at, instanceId] of instances.entries()) await stage.link(instanceId, `1555000${1000 + at}`);
  const isBack = (instanceId: string): boolean => stage.statuses(instanceId).slice(2).includes('connected');
  const began = performance.now();
  stage.host.crash();
  await until(() => instances.every((instanceId) => isBack(instanceId)));
  const seconds = (performance.now() - began) / 1000;
  console.log(`${sockets} connections are back ${seconds.toFixed(2)} s after a crash`);
  return seconds;
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

await measureReconnects();
const [one, many] = [await measureCrash(1), await measureCrash(SOCKETS)];
report({ what: `time until ${SOCKETS} connections are back after a crash`, beside: 'until one is', ratio: many / one });
process.exit(0);
