import type { Json } from '../../../shared/automation/json';
import type { ConditionSet, Held, Rendered, RenderOptions } from './types';

/** The context is JSON, which crosses faster than objects and brings nothing else along. */
export interface RenderWork {
  tree: Json;
  options: RenderOptions;
  context: string;
}
export interface HoldWork {
  sets: readonly ConditionSet[];
  context: string;
}

/** What a Worker can be asked, and what it answers: for sets of conditions one answer each, in their order. */
export type Work = RenderWork | HoldWork;
export type DoneOf<W extends Work> = W extends RenderWork ? Rendered : Held[];
export type Done = Rendered | Held[];

/** First comes the memory in which the Worker tells which part of its work it is at. */
export type ToWorker = { progress: SharedArrayBuffer } | { work: Work };
/** `crashed`: a mistake of ours, not of the template. */
export type FromWorker = { ready: true } | { done: Done } | { crashed: string };
