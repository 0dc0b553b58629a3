import type { BatchedClick, ClickBatch, ClickedLink } from '../../../../shared/links/clicks';
import type { HandoffClick } from '../drain/handoff';
import { presentBatchedClick } from '../present-click';

const MAX_CLICKS = 100;
const MAX_BYTES = 60 * 1024;
const MAX_MS = 1000;

export interface OpenBatch {
  fromNo: number;
  through: number;
  openedAt: number;
  bytes: number;
  links: Map<string, ClickedLink>;
  clicks: BatchedClick[];
}

/** Global position of a click; a hand-off row has fewer than 256. */
export const handoffPosition = (no: number, index: number): number => no * 256 + index;

export const openBatch = (no: number, now: number): OpenBatch => ({
  fromNo: no,
  through: 0,
  openedAt: now,
  bytes: 200,
  links: new Map(),
  clicks: [],
});

/** Returns false without adding the click when the batch is full. */
export function addToBatch(batch: OpenBatch, click: HandoffClick, link: ClickedLink, position: number): boolean {
  const shown = presentBatchedClick(click);
  const isNew = !batch.links.has(link.id);
  const bytes = sizeOf(shown) + (isNew ? sizeOf(link) + link.id.length + 4 : 0);
  const fits = batch.clicks.length < MAX_CLICKS && batch.bytes + bytes <= MAX_BYTES;
  if (!fits && batch.clicks.length > 0) return false;
  batch.links.set(link.id, link);
  batch.clicks.push(shown);
  batch.bytes += bytes;
  batch.through = position;
  return true;
}

export const dueAt = ({ clicks, openedAt }: OpenBatch): number => (clicks.length >= MAX_CLICKS ? 0 : openedAt + MAX_MS);

export const presentClickBatch = ({ links, clicks }: OpenBatch): ClickBatch => ({
  count: clicks.length,
  first_at: clicks[0]?.created_at ?? '',
  last_at: clicks.at(-1)?.created_at ?? '',
  links: Object.fromEntries(links),
  clicks,
});

const sizeOf = (value: object): number => Buffer.byteLength(JSON.stringify(value)) + 1;
