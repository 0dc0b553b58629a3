import type { JsonValue } from '../../../shared/automation/json';
import type { ConditionSet, Held, Rendered, RenderOptions } from './types';

/** JSON crosses to a Worker faster than objects. */
interface RenderWork {
  tree: JsonValue;
  options: RenderOptions;
  context: string;
}
interface HoldWork {
  sets: readonly ConditionSet[];
  context: string;
}

export type RenderJob = RenderWork | HoldWork;
export type DoneOf<W extends RenderJob> = W extends RenderWork ? Rendered : Held[];
export type RenderResult = Rendered | Held[];

/** The Worker reports its progress in shared memory. */
export type ToWorker = { progress: SharedArrayBuffer } | { work: RenderJob };
/** `crashed`: an error of ours, not of the template. */
export type FromWorker = { ready: true } | { done: RenderResult } | { crashed: string };
