import { createConditions } from './conditions';
import { createLiquid } from './liquid';
import { withoutMarks } from './marks';
import type { RenderResult, FromWorker, ToWorker, RenderJob } from './messages';
import { createRenderer } from './render';

declare const self: Worker;

const liquid = createLiquid();
const render = createRenderer(liquid);
const evaluateAll = createConditions(liquid);
let progress: Int32Array = new Int32Array(1);

const at = (index: number): void => void Atomics.store(progress, 0, index);

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
  else self.postMessage(reply(data.work));
});
self.postMessage({ ready: true } satisfies FromWorker);
