import { PROGRESS, type FromWorker, type ToWorker } from '../../server/automation/templates/messages';
import { processorMs, threadPath } from '../../server/automation/templates/processor-time';

declare const self: Worker;

let progress: Int32Array = new Int32Array(PROGRESS.length);

/** In place of the Worker of templates: does what the template says, or answers with it. */
self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('progress' in data) progress = new Int32Array(data.progress);
  if (!('work' in data) || !('tree' in data.work)) return;
  Atomics.store(progress, PROGRESS.beganAtMs, processorMs());
  const { tree } = data.work;
  if (tree === 'exit') process.exit(1);
  if (tree === 'throw') throw new Error('thrown on purpose');
  if (tree === 'crash') return self.postMessage({ crashed: 'a mistake of ours' } satisfies FromWorker);
  if (tree === 'loop') for (;;);
  if (typeof tree === 'number') Bun.sleepSync(tree);
  self.postMessage({ done: { ok: true, value: tree } } satisfies FromWorker);
});
self.postMessage({ ready: true, thread: threadPath() } satisfies FromWorker);
