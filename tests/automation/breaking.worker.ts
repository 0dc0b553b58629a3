import type { FromWorker, ToWorker } from '../../server/automation/templates/messages';

declare const self: Worker;

/** In place of the Worker of templates: does what the template says, or answers with it. */
self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (!('work' in data) || !('tree' in data.work)) return;
  const { tree } = data.work;
  if (tree === 'exit') process.exit(1);
  if (tree === 'throw') throw new Error('thrown on purpose');
  if (tree === 'crash') return self.postMessage({ crashed: 'a mistake of ours' } satisfies FromWorker);
  if (tree === 'loop') for (;;);
  self.postMessage({ done: { ok: true, value: tree } } satisfies FromWorker);
});
self.postMessage({ ready: true } satisfies FromWorker);
