/**
 * WhatsApp Web: throughput of the driver alone and of the whole product, time of a login, memory, what a connection
 * leaves behind when it ends again and again, and what the crash of a worker costs. Aims are those of a quiet machine
 * with two cores. `bun tests/bench/whatsapp-web.ts`; `CYCLES`, `SOCKETS`, `MESSAGES`, `ONLY` (names of parts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from '../support/process';
import { startSessionStage } from '../whatsapp/web/session-stage';
import { startStage } from '../whatsapp/web/stage';
import { quantile } from './open-loop';
import { report } from './report';
import { measureDriver } from './whatsapp-web-driver';
import { megabytes } from './whatsapp-web-load';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
process.env['DATABASE_URL'] ??= join(folder, 'bench.db');
const { measureCrashLatency, measureMemory, measureProduct } = await import('./whatsapp-web-product');

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

  const warmUp = Math.min(40, Math.ceil(CYCLES / 2));
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

const MESSAGES = Number(process.env['MESSAGES'] ?? 1000);

/** Figures with an aim of their own: by it they become ratios. */
const atLeast = (what: string, value: number, aim: number): void => {
  console.log(`${what}: ${value.toFixed(0)} (aim: at least ${aim})`);
  report({ what, beside: String(aim), ratio: value / aim, aim: 'at least 1' });
};
const atMost = (what: string, value: number, aim: number): void => {
  console.log(`${what}: ${value.toFixed(1)} (aim: at most ${aim})`);
  report({ what, beside: String(aim), ratio: value / aim, aim: 'at most 1' });
};
const tellCpu = (what: string, processes: ReadonlyMap<string, number>): void => {
  const each = [...processes].map(([name, milliseconds]) => `${name} ${milliseconds.toFixed(1)}`);
  console.log(`milliseconds of the processor for a ${what}: ${each.join(', ')}`);
};

const PARTS: Record<string, () => Promise<void>> = {
  async driver() {
    const { sends, receives, loginP95 } = await measureDriver({ messages: MESSAGES });
    atLeast('sends a second of the driver alone', sends, 400);
    atLeast('receives a second of the driver alone', receives, 450);
    atMost('milliseconds of a connection and login (p95)', loginP95, 100);
  },
  async product() {
    const { sends, sendCpu, receives, receiveCpu, waits } = await measureProduct({ messages: MESSAGES });
    atLeast('sends a second of the whole product', sends, 200);
    tellCpu('send', sendCpu);
    atLeast('receives a second of the whole product', receives, 200);
    tellCpu('receive', receiveCpu);
    atMost('milliseconds from 202 to WhatsApp (p99)', quantile(waits, 0.99), 10);
    console.log(`milliseconds from 202 to WhatsApp (p50): ${quantile(waits, 0.5).toFixed(1)}`);
  },
  async memory() {
    const { first, further } = await measureMemory({ sockets: SOCKETS });
    atMost('megabytes of the first connection', first / 1_000_000, 70);
    atMost('megabytes of each further idle connection', further / 1_000_000, 1);
  },
  async latency() {
    const { before, during } = await measureCrashLatency({ sockets: SOCKETS });
    console.log(`answers of the API, p99: ${before.toFixed(1)} ms, and ${during.toFixed(1)} ms after a crash`);
    report({
      what: `p99 of the API while ${SOCKETS} connections come back after a crash`,
      beside: 'before it',
      ratio: during / before,
      aim: 'at most 2',
    });
  },
  reconnects: measureReconnects,
  async crash() {
    const [one, many] = [await measureCrash(1), await measureCrash(SOCKETS)];
    const what = `time until ${SOCKETS} connections are back after a crash`;
    report({ what, beside: 'until one is', ratio: many / one });
  },
};

const only = process.env['ONLY']?.split(',');
for (const [name, measure] of Object.entries(PARTS)) if (only === undefined || only.includes(name)) await measure();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
