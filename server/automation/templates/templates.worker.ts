import { createConditions } from './conditions';
import { createLiquid } from './liquid';
import { withoutMarks } from './marks';
import { PROGRESS, type RenderResult, type FromWorker, type ToWorker, type RenderJob } from './messages';
import { processorMs, threadPath } from './processor-time';
import { createRenderer } from './render';

declare const self: Worker;

const liquid = createLiquid();
const render = createRenderer(liquid);
const evaluateAll = createConditions(liquid);
let progress: Int32Array = new Int32Array(PROGRESS.length);

const at = (index: number): void => void Atomics.store(progress, PROGRESS.part, index);

function perform(work: RenderJob): RenderResult {
  const roots = JSON.parse(withoutMarks(work.context)) as Record<string, unknown>;
  if ('tree' in work) return render(work.tree, roots, work.options, at);
  return work.sets.map(({ conditions }, index) => {
    at(index);
    return evaluateAll(conditions, roots);
  });
}

function reply(work: RenderJob): FromWorker {
  try {
    return { done: perform(work) };
  } catch (error) {
    return { crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('progress' in data) progress = new Int32Array(data.progress);
  else {
    Atomics.store(progress, PROGRESS.beganAtMs, processorMs());
    self.postMessage(reply(data.work));
  }
});
self.postMessage({ ready: true, thread: threadPath() } satisfies FromWorker);
