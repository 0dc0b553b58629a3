import { MINUTE_MS } from '../../../../shared/durations';
import { createClickSettings } from '../click-settings';
import { createGeo } from '../enrich/geo';
import { dayOf } from '../rollups/dimensions';
import { foldGrownDays } from '../rollups/fold';
import { forgetLinks, forgetWorkspaces } from '../rollups/forget';
import { maintain } from '../rollups/maintain';
import { clickEngine } from '../store/click-engine';
import { SaltMissing } from '../visitors';
import { createDrain } from './drain';
import type { DrainSetup, DrainVerb, DrainVerbs, FromDrain, ToDrain } from './drain-messages';
import { createFileSource, createRowSource, JournalDamaged, type SourceBatch } from './drain-source';

declare const self: Worker;

/** Smaller batches cost more per click; larger ones lock the file for longer. */
const MAX_CLICKS = 32_000;
const FEW_CLICKS = 50;
const COLLECT_MS = 20;
/** Writes of other processes are found by polling. */
const POLL_MS = { own: 1000, shared: 250 };
const PAUSE_MS = 500;
const CHECKPOINT_MS = 2000;
const GEO_MS = MINUTE_MS;
const FOLD_MS = 10_000;

const post = (message: FromDrain): void => self.postMessage(message);

const started = Promise.withResolvers<DrainSetup>();
const calls: Extract<ToDrain, { type: 'call' }>[] = [];
let hasWork = true;
let wakeUp: (() => void) | undefined;
const state = { isStopping: false };

self.addEventListener('message', ({ data }: MessageEvent<ToDrain>) => {
  if (data.type === 'setup') started.resolve(data.setup);
  else if (data.type === 'call') calls.push(data);
  else hasWork = true;
  wakeUp?.();
});

const waitForWork = async (milliseconds: number): Promise<void> => {
  if (hasWork || state.isStopping || calls.length > 0) return;
  await Promise.race([Bun.sleep(milliseconds), new Promise<void>((resolve) => (wakeUp = resolve))]);
  wakeUp = undefined;
};

const setup = await started.promise;
const { clickDatabase, secretKey } = setup;
const engine = clickEngine(clickDatabase);
const store = engine.openDrain();
const reader = engine.openReader();
const clickSettings = createClickSettings(reader, secretKey);
const geo = createGeo({ named: setup.geoFiles, dataFolder: setup.dataFolder }, (file, error) => {
  post({ type: 'failed', error: `${file} cannot be read: ${String(error)}` });
});
const lease = store.lease?.(setup.owner, () => post({ type: 'mine' }));
const source = lease
  ? createRowSource(store, secretKey, (tx) => lease.isMine(tx))
  : createFileSource(store, setup.clickFolder, secretKey);
const drain = createDrain({
  store,
  geo,
  ownHosts: new Set(setup.ownHosts),
  clickSettingsOf: clickSettings.clickSettingsOf,
  saltOf: clickSettings.saltOf,
  now: Date.now,
});

let needsCheckpoint = false;
let checkpointAt = performance.now();
let geoAt = performance.now();
let foldedAt = performance.now();

async function count(batch: SourceBatch): Promise<void> {
  const began = performance.now();
  const { clicks, badBatches } = batch;
  const workspaceIds = [...new Set(clicks.map(({ workspaceId }) => workspaceId))];
  await clickSettings.load(workspaceIds, [...new Set(clicks.map(({ at }) => dayOf(at)))], Date.now());
  const drained = await drain.drain(clicks, (tx) => batch.claim(tx));
  if (drained === undefined) return source.reset();
  batch.done();
  needsCheckpoint = true;
  post({ type: 'drained', ...drained, badBatches, seconds: (performance.now() - began) / 1000 });
}

/** Returns the number of clicks; undefined without work or lease. */
async function drainNext(): Promise<number | undefined> {
  if (lease && !(await lease.acquire())) return undefined;
  const batch = await source.next(MAX_CLICKS);
  if (batch === undefined) return undefined;
  try {
    await count(batch);
  } catch (error) {
    if (!(error instanceof SaltMissing)) throw error;
    post({ type: 'salt', day: error.day });
    await Bun.sleep(COLLECT_MS);
  }
  return batch.clicks.length;
}

/** Batches may be deleted only after a checkpoint, since a power failure reverts positions and rows together. */
async function checkpoint(): Promise<boolean> {
  checkpointAt = performance.now();
  await source.sync();
  if (!(await store.checkpoint())) return false;
  needsCheckpoint = false;
  const position = source.position();
  if (position) post({ type: 'safe', position });
  return true;
}

const verbs: { [V in DrainVerb]: (...args: Parameters<DrainVerbs[V]>) => Promise<ReturnType<DrainVerbs[V]>> } = {
  async drainAll() {
    if (lease && !(await lease.acquire())) return false;
    while ((await drainNext()) !== undefined);
    while (!(await checkpoint())) await Bun.sleep(COLLECT_MS);
    return true;
  },
  forgetLinks: (workspaceId, linkIds) => forgetLinks(store, workspaceId, linkIds),
  forgetWorkspaces: (workspaceIds) => forgetWorkspaces(store, workspaceIds),
  async settled(workspaceId, no) {
    await store.run('delete from click_handoff where workspace_id = $1 and no <= $2', [store.id(workspaceId), no]);
  },
  async maintain(retentions, now) {
    return lease && !(await lease.acquire()) ? true : maintain(store, retentions, now);
  },
  async stop() {
    state.isStopping = true;
  },
};

async function answerCall({ id, verb, args }: Extract<ToDrain, { type: 'call' }>): Promise<void> {
  try {
    const handler = verbs[verb] as (...given: unknown[]) => Promise<unknown>;
    post({ type: 'answer', id, value: await handler(...args) });
  } catch (error) {
    post({ type: 'answer', id, error: String(error) });
  }
}

async function run(): Promise<void> {
  while (!state.isStopping) {
    for (let call = calls.shift(); call; call = calls.shift()) await answerCall(call);
    hasWork = false;
    try {
      const clicks = await drainNext();
      if (clicks !== undefined && clicks >= FEW_CLICKS) hasWork = true;
      else if (clicks !== undefined) await Bun.sleep(COLLECT_MS).then(() => (hasWork = true));
      if (needsCheckpoint && performance.now() - checkpointAt > CHECKPOINT_MS) await checkpoint();
      if (performance.now() - foldedAt > FOLD_MS && (!lease || (await lease.acquire()))) {
        await foldGrownDays(store);
        foldedAt = performance.now();
      }
      if (performance.now() - geoAt > GEO_MS) {
        geo.reload();
        geoAt = performance.now();
      }
    } catch (error) {
      source.close();
      const { code, errno } = error as { code?: unknown; errno?: unknown };
      if (error instanceof JournalDamaged) post({ type: 'unreadable', error: error.message });
      else post({ type: 'failed', error: String(error), code, errno });
      await Bun.sleep(PAUSE_MS);
      hasWork = true;
    }
    await waitForWork(lease ? POLL_MS.shared : POLL_MS.own);
  }
  await lease?.release();
  source.close();
  await store.close();
  await reader.close();
}

post({ type: 'ready' });
await run();
process.exit();
