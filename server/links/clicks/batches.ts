import type { BatchedClick, ClickBatch, ClickedLink } from '../../../shared/links/clicks';
import type { HandoffClick } from './drain/handoff';
import { presentBatched } from './present-click';

const MOST_CLICKS = 100;
/** Above 64 KiB an event is sent thin; there is its head too. */
const MOST_BYTES = 60 * 1024;
const LONGEST_MS = 1000;

/** A batch of one webhook that takes more clicks. */
export interface OpenBatch {
  /** Hand-off number in which it begins. */
  fromNo: number;
  /** Place of its last click, as cursors count. */
  through: number;
  openedAt: number;
  bytes: number;
  links: Map<string, ClickedLink>;
  clicks: BatchedClick[];
}

/** Places of clicks among all hand-off rows; a row has fewer than 256. */
export const placeOf = (no: number, index: number): number => no * 256 + index;

export const openBatch = (no: number, now: number): OpenBatch => ({
  fromNo: no,
  through: 0,
  openedAt: now,
  bytes: 200,
  links: new Map(),
  clicks: [],
});

/** Adds a click; false, and nothing added, when there is no room for it. */
export function addToBatch(batch: OpenBatch, click: HandoffClick, link: ClickedLink, place: number): boolean {
  const shown = presentBatched(click);
  const isNew = !batch.links.has(link.id);
  const bytes = sizeOf(shown) + (isNew ? sizeOf(link) + link.id.length + 4 : 0);
  const hasRoom = batch.clicks.length < MOST_CLICKS && batch.bytes + bytes <= MOST_BYTES;
  if (!hasRoom && batch.clicks.length > 0) return false;
  batch.links.set(link.id, link);
  batch.clicks.push(shown);
  batch.bytes += bytes;
  batch.through = place;
  return true;
}

export const isDue = (batch: OpenBatch, now: number): boolean =>
  batch.clicks.length >= MOST_CLICKS || now - batch.openedAt >= LONGEST_MS;

export const presentBatch = ({ links, clicks }: OpenBatch): ClickBatch => ({
  count: clicks.length,
  first_at: clicks[0]?.created_at ?? '',
  last_at: clicks.at(-1)?.created_at ?? '',
  links: Object.fromEntries(links),
  clicks,
});

const sizeOf = (value: object): number => Buffer.byteLength(JSON.stringify(value)) + 1;
